;;; rename.el --- A parameter is renamed in all files that name it  -*- lexical-binding: t; -*-

;;; Code:

(tests-open "grain.tint")
(search-forward "amount")
(backward-char)
;; Files that are not open are asked about.
(cl-letf (((symbol-function 'y-or-n-p) #'always)) (eglot-rename "strength"))
(tests-end)
;;; rename.el ends here
