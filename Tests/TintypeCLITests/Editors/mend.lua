-- A wrong recipe is mended by code actions alone.
open("x.tint")
wait_for(function() return #problems() > 0 end, 5)
for _ = 1, 4 do
  local wrong = problems()[1]
  if not wrong then break end
  vim.api.nvim_win_set_cursor(0, { wrong.lnum + 1, wrong.col })
  local parameters = vim.lsp.util.make_range_params()
  parameters.context = { diagnostics = {} }
  vim.lsp.util.apply_workspace_edit(ask("codeAction", parameters)[1].edit, "utf-16")
  vim.wait(10000, function() return #problems() == 0 or problems()[1].message ~= wrong.message end, 20)
end
vim.cmd("write")
vim.cmd(#problems() == 0 and "quitall!" or "cquit 6")
