-- A completion of several lines is typed as an author does it, and what follows stands behind it.
open("x.tint")
vim.api.nvim_input("ilo<C-x><C-o>")
local count = 0
local function accept()
  count = count + 1
  if count > 1000 then vim.cmd("cquit 5") end
  -- Until it is accepted, it stands there as one line.
  if not vim.api.nvim_get_current_line():find("%z") then return vim.defer_fn(accept, 50) end
  vim.api.nvim_input("<C-y>")
  vim.defer_fn(function() vim.api.nvim_input("// More.<Esc>:write<CR>:quitall!<CR>") end, 200)
end
vim.defer_fn(accept, 50)
