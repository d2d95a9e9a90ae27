-- The preview of a photo follows what is typed.
open("x.tint")
vim.cmd("TintypePreview photo.jpg")
local function picture()
  local windows = vim.api.nvim_list_wins()
  local lines = #windows > 1 and vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(windows[2]), 0, -1, false) or {}
  return table.concat(lines):match("%S") and table.concat(lines, "\n")
end
wait_for(picture, 5)
local before = picture()
local start = vim.loop.hrtime()
vim.cmd("%s/param light: scalar = 0.5/param light: scalar = 0.1/")
wait_for(function() return picture() ~= before end, 6)
print(("preview after %d ms"):format((vim.loop.hrtime() - start) / 1e6))
vim.cmd("quitall!")
