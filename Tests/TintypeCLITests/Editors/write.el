;;; write.el --- A look is written from an empty buffer by completions  -*- lexical-binding: t; -*-

;;; Code:

(tests-open "x.tint")
(dolist (word '("tintype" "look" "param" "output"))
  (goto-char (point-max))
  ;; Enough that Emacs, which looks for the letters anywhere in a word, finds one.
  (insert (substring word 0 (if (equal word "tintype") 4 3)))
  (eglot--signal-textDocument/didChange)
  (completion-at-point)
  (goto-char (point-max))
  (when (equal word "output") (insert " * name"))
  (insert "\n"))
(tests-end)
;;; write.el ends here
