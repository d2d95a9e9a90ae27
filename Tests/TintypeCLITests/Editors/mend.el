;;; mend.el --- A wrong recipe is mended by code actions alone  -*- lexical-binding: t; -*-

;;; Code:

(defun all () (flymake-start) (flymake-diagnostics))
(tests-open "x.tint")
(tests-wait-for #'all 3)
(dotimes (_ 2)
  (let* ((wrong (car (all)))
         (text (flymake-diagnostic-text wrong))
         (range (list :start (eglot--pos-to-lsp-position (flymake-diagnostic-beg wrong))
                      :end (eglot--pos-to-lsp-position (flymake-diagnostic-end wrong))))
         (actions (jsonrpc-request
                   (eglot-current-server) :textDocument/codeAction
                   (list :textDocument (eglot--TextDocumentIdentifier) :range range
                         :context (list :diagnostics [])))))
    (eglot--apply-workspace-edit (plist-get (aref actions 0) :edit))
    (eglot--signal-textDocument/didChange)
    (tests-wait-for (lambda () (not (member text (mapcar #'flymake-diagnostic-text (all))))) 4)))
(when (all) (kill-emacs 5))
(tests-end)
;;; mend.el ends here
