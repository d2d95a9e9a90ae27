;;; tintype-mode.el --- Film looks as text  -*- lexical-binding: t; -*-

;;; Commentary:
;; A mode for recipes (`.tint`), and the language server for eglot: M-x eglot in a recipe.

;;; Code:

(defvar tintype-program "tintype"
  "The program that serves recipes.")

(defvar tintype-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 12" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    table))

(defvar tintype-font-lock-keywords
  '(("\\_<\\(tintype\\|look\\|param\\|let\\|var\\|kernel\\|function\\|image\\|output\\|if\\|else\\|for\\|return\\)\\_>"
     . font-lock-keyword-face)
    ("^\\s-*\\(use\\|extends\\|set\\|variant\\|expect\\)\\_>" . font-lock-keyword-face)
    ("\\_<\\(?:kernel\\|function\\)\\s-+\\([A-Za-z_][A-Za-z0-9_]*\\)" 1 font-lock-function-name-face)
    ("\\_<\\(?:param\\|let\\|var\\|image\\)\\s-+\\([A-Za-z_][A-Za-z0-9_]*\\)" 1 font-lock-variable-name-face)
    ("\\_<\\(true\\|false\\)\\_>" . font-lock-constant-face)
    ("#[0-9A-Fa-f]\\{3,8\\}\\>" . font-lock-constant-face)
    (":\\s-*\\([a-z][A-Za-z0-9]*\\)" 1 font-lock-type-face)))

;;;###autoload
(define-derived-mode tintype-mode prog-mode "Tintype"
  "Film looks as text."
  (setq-local comment-start "// ")
  (setq-local font-lock-defaults '(tintype-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.tint\\'" . tintype-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs (cons 'tintype-mode (list tintype-program "lsp"))))

(provide 'tintype-mode)
;;; tintype-mode.el ends here
