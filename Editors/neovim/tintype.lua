-- Tintype in Neovim (0.7 and newer): put this file into the folder `plugin` of the configuration.
--
--   vim.g.tintype_program   the program, "tintype" by default
--   vim.g.tintype_photo     the photo of previews; a drawn scene by default
--   vim.g.tintype_viewer    a program that shows a picture and follows its file, as a list; by default the picture is
--                           drawn in a window of Neovim by `chafa`, or opened by the system where that is missing
--
-- :TintypePreview [PHOTO]   shows the recipe's look, and follows what is typed
-- :TintypeStrip PARAMETER   shows the photo with five values of a parameter
-- :TintypeTest              says which expectations hold
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "*.tint",
  callback = function() vim.bo.filetype = "tintype" end,
})

-- The window that shows a picture: its file, and the channel of its terminal.
local shown = {}

local function has_window() return shown.window and vim.api.nvim_win_is_valid(shown.window) end

local function draw(file)
  if not has_window() then
    local back = vim.api.nvim_get_current_win()
    vim.cmd("botright vnew")
    shown.window = vim.api.nvim_get_current_win()
    vim.bo.bufhidden = "wipe"
    vim.wo.number, vim.wo.relativenumber, vim.wo.signcolumn = false, false, "no"
    shown.terminal = vim.api.nvim_open_term(0, {})
    vim.api.nvim_set_current_win(back)
  end
  local size = vim.api.nvim_win_get_width(shown.window) .. "x" .. vim.api.nvim_win_get_height(shown.window)
  local picture = vim.fn.system({ "chafa", "-f", "symbols", "-s", size, file })
  -- From the upper left corner, over what stood there.
  vim.api.nvim_chan_send(shown.terminal, "\27[2J\27[H" .. vim.trim(picture):gsub("\n", "\r\n"))
end

-- Shows a picture of the server.
local function show(uri)
  local file = vim.uri_to_fname(uri)
  -- A server that has left takes its pictures with it.
  if vim.fn.filereadable(file) == 0 then return end
  local isNew = shown.file ~= file
  shown.file = file
  if not vim.g.tintype_viewer and vim.fn.executable("chafa") == 1 then return draw(file) end
  local opener = vim.fn.has("mac") == 1 and "open" or "xdg-open"
  -- A viewer follows its file by itself.
  if not isNew then return end
  local command = vim.deepcopy(vim.g.tintype_viewer or { opener })
  vim.fn.jobstart(vim.list_extend(command, { file }), { detach = true })
end

local function execute(command, arguments)
  local parameters = { command = command, arguments = arguments }
  vim.lsp.buf_request(0, "workspace/executeCommand", parameters, function(failure, result)
    if failure then return vim.notify("tintype: " .. failure.message, vim.log.levels.ERROR) end
    if result.uri then return show(result.uri) end
    vim.notify(#result > 0 and table.concat(result, "\n") or "tintype: the look expects nothing")
  end)
end

-- What the lenses above `look`, `param` and `expect` do.
for _, command in ipairs({ "tintype.preview", "tintype.strip", "tintype.test" }) do
  vim.lsp.commands[command] = function(lens) execute(command, lens.arguments) end
end

local function addCommands(buffer)
  local function add(name, command, options)
    options = vim.tbl_extend("keep", options, { force = true })
    vim.api.nvim_buf_create_user_command(buffer, name, function(input)
      local arguments = { vim.uri_from_bufnr(buffer) }
      if input.args ~= "" then
        arguments[2] = command == "tintype.preview" and vim.fn.fnamemodify(input.args, ":p") or input.args
      end
      execute(command, arguments)
    end, options)
  end
  add("TintypePreview", "tintype.preview", { nargs = "?", complete = "file" })
  add("TintypeStrip", "tintype.strip", { nargs = 1 })
  add("TintypeTest", "tintype.test", { nargs = 0 })
end

vim.api.nvim_create_autocmd("FileType", {
  pattern = "tintype",
  callback = function(event)
    vim.bo.commentstring = "// %s"
    vim.bo.omnifunc = "v:lua.vim.lsp.omnifunc"
    addCommands(event.buf)
    -- A completion of several lines arrives as one, with zero bytes in it.
    vim.api.nvim_create_autocmd("CompleteDone", {
      buffer = event.buf,
      callback = function()
        if vim.tbl_isempty(vim.v.completed_item) then return end
        vim.schedule(function()
          local line, row = vim.api.nvim_get_current_line(), vim.api.nvim_win_get_cursor(0)[1]
          local lines = vim.split(line, "%z")
          if #lines == 1 then return end
          vim.api.nvim_buf_set_lines(0, row - 1, row, false, lines)
          vim.api.nvim_win_set_cursor(0, { row + #lines - 1, #lines[#lines] })
        end)
      end,
    })
    local capabilities = vim.lsp.protocol.make_client_capabilities()
    -- Pictures are shown by `show`, not opened as text.
    capabilities.window.showDocument = { support = false }
    local config = {
      name = "tintype",
      cmd = { vim.g.tintype_program or "tintype", "lsp" },
      root_dir = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(event.buf), ":p:h"),
      init_options = { photo = vim.g.tintype_photo },
      capabilities = capabilities,
      -- In milliseconds; Neovim waits 150, which is longer than the server takes for a preview.
      flags = { debounce_text_changes = 20 },
      handlers = {
        ["tintype/previewed"] = function(_, result)
          if result and vim.uri_to_fname(result.uri) == shown.file then show(result.uri) end
        end,
      },
    }
    if vim.lsp.start then return vim.lsp.start(config) end
    -- Neovim 0.7
    tintype_client = tintype_client or vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(event.buf, tintype_client)
  end,
})
