-- A parameter is renamed in all files that name it, open or not.
open("grain.tint")
vim.fn.search("amount")
vim.lsp.util.apply_workspace_edit(ask("rename", { newName = "strength" }), "utf-16")
vim.cmd("wall")
vim.cmd("quitall!")
