-- Tintype in Neovim: put this file into the folder `plugin` of the configuration.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "*.tint",
  callback = function() vim.bo.filetype = "tintype" end,
})

vim.api.nvim_create_autocmd("FileType", {
  pattern = "tintype",
  callback = function(event)
    vim.bo.commentstring = "// %s"
    local config = {
      name = "tintype",
      cmd = { vim.g.tintype_program or "tintype", "lsp" },
      root_dir = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(event.buf), ":p:h"),
      init_options = { photo = vim.g.tintype_photo },
    }
    if vim.lsp.start then return vim.lsp.start(config) end
    -- Neovim 0.7
    tintype_client = tintype_client or vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(event.buf, tintype_client)
  end,
})
