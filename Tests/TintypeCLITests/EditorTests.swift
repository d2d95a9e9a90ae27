import Foundation
import Testing
import TintypeTestSupport

/// A wrong recipe is mended by code actions alone in the editors that are installed here, with the settings of the
/// folder `Editors`.
@Suite struct EditorTests {
  private static let wrong = """
    tintype 1

    look "x" {
      about   "An example."
      working display
    }

    param light: scalar = 1  in 0...2

    kernel shifted(c: rgb, by: scalar = 0.25) -> rgb {
      return clmp(c + by, 0, 1)
    }

    output (sorce |> shifted(0.5)) * light

    """

  private func mended(_ program: Program, _ status: Int32, _ errors: String) throws {
    #expect(status == 0, "\(errors)")
    let text = String(decoding: try #require(program.folder.bytes(of: "x.tint")), as: UTF8.self)
    #expect(text == Self.wrong.replacing("clmp", with: "clamp").replacing("sorce", with: "source"), "\(errors)")
  }

  @Test(.enabled(if: programOnSearchPath("nvim") != nil), .timeLimit(.minutes(2))) func neovim() throws {
    let program = try Program()
    try program.folder.write(Self.wrong, to: "x.tint")
    try program.folder.write(
      """
      vim.g.tintype_program = "\(Program.path)"
      dofile("\(TestFiles.packageRoot)/Editors/neovim/tintype.lua")
      vim.cmd("edit x.tint")
      local function all() return vim.diagnostic.get(0) end
      if not vim.wait(30000, function() return #all() > 0 end, 50) then vim.cmd("cquit 3") end
      for _ = 1, 4 do
        local wrong = all()[1]
        if not wrong then break end
        vim.api.nvim_win_set_cursor(0, { wrong.lnum + 1, wrong.col })
        local parameters = vim.lsp.util.make_range_params()
        parameters.context = { diagnostics = {} }
        local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", parameters, 10000)
        local _, answer = next(answers)
        vim.lsp.util.apply_workspace_edit(answer.result[1].edit, "utf-16")
        vim.wait(10000, function() return #all() == 0 or all()[1].message ~= wrong.message end, 50)
      end
      vim.cmd("write")
      vim.cmd(#all() == 0 and "quitall!" or "cquit 4")
      """, to: "run.lua")
    let result = try program.shell("HOME=\"$PWD\" nvim --headless -u NONE -S run.lua 2>&1")
    try mended(program, result.status, result.output)
  }

  private static var hasEglot: Bool {
    guard let emacs = programOnSearchPath("emacs") else { return false }
    let result = try? runProgram(emacs, ["--batch", "--eval", "(progn (package-initialize) (require 'eglot))"])
    return result?.status == 0
  }

  @Test(.enabled(if: hasEglot), .timeLimit(.minutes(2))) func emacs() throws {
    let program = try Program()
    try program.folder.write(Self.wrong, to: "x.tint")
    try program.folder.write(
      """
      (package-initialize)
      (setq tintype-program "\(Program.path)")
      (load "\(TestFiles.packageRoot)/Editors/emacs/tintype-mode.el")
      (require 'eglot)
      (find-file "x.tint")
      (setq eglot-sync-connect 30)
      (apply #'eglot--connect (eglot--guess-contact))
      (flymake-mode 1)
      (defun all () (flymake-start) (flymake-diagnostics))
      (defun wait-for (holds)
        (let ((n 0)) (while (and (< n 300) (not (funcall holds))) (accept-process-output nil 0.1) (setq n (1+ n)))))
      (wait-for #'all)
      (unless (all) (kill-emacs 3))
      (dotimes (_ 2)
        (let* ((wrong (car (all)))
               (text (flymake-diagnostic-text wrong))
               (range (list :start (eglot--pos-to-lsp-position (flymake-diagnostic-beg wrong))
                            :end (eglot--pos-to-lsp-position (flymake-diagnostic-end wrong))))
               (actions (jsonrpc-request
                         (eglot--current-server-or-lose) :textDocument/codeAction
                         (list :textDocument (eglot--TextDocumentIdentifier) :range range
                               :context (list :diagnostics [])))))
          (eglot--apply-workspace-edit (plist-get (aref actions 0) :edit))
          (eglot--signal-textDocument/didChange)
          (wait-for (lambda () (not (member text (mapcar #'flymake-diagnostic-text (all))))))))
      (when (all) (kill-emacs 4))
      (save-buffer)
      (eglot-shutdown (eglot--current-server-or-lose))
      """, to: "run.el")
    let result = try program.shell("HOME=\"$PWD\" emacs --batch -l run.el 2>&1")
    try mended(program, result.status, result.output)
  }
}
