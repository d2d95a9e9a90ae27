-- What the scripts of this folder share. Neovim runs it first, with the settings of the folder `Editors`.
vim.g.tintype_program = vim.env.TINTYPE_PROGRAM
dofile(vim.env.TINTYPE_ROOT .. "/Editors/neovim/tintype.lua")

-- Ends with a status where something does not come true.
function wait_for(holds, status)
  if not vim.wait(60000, holds, 20) then vim.cmd("cquit " .. status) end
end

function open(file)
  vim.cmd("edit " .. file)
  wait_for(function()
    local clients = vim.lsp.buf_get_clients(0)
    for _, client in pairs(clients) do
      if client.server_capabilities and next(client.server_capabilities) then return true end
    end
  end, 3)
end

-- The answer of the server; `what` is added to the document and the position of the cursor.
function ask(method, what)
  local parameters = vim.tbl_extend("force", vim.lsp.util.make_position_params(), what or {})
  local _, answer = next(vim.lsp.buf_request_sync(0, "textDocument/" .. method, parameters, 60000) or {})
  if not answer or answer.err then
    print(vim.inspect(answer))
    vim.cmd("cquit 4")
  end
  return answer.result
end

function problems() return vim.diagnostic.get(0) end
