;;; tintype-mode.el --- Film looks as text  -*- lexical-binding: t; -*-

;;; Commentary:
;; A mode for recipes (`.tint`), and the language server for eglot: M-x eglot in a recipe.
;; M-x tintype-preview shows a photo through the look, and follows what is typed.
;; M-x tintype-strip shows the photo with five values of a parameter.
;; M-x tintype-test says which expectations hold.

;;; Code:

(require 'subr-x)
(require 'url-parse)
(require 'url-util)

(declare-function eglot-current-server "eglot")
(declare-function eglot--TextDocumentIdentifier "eglot")
(declare-function jsonrpc-request "jsonrpc")

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

;;; Previews

(defun tintype--execute (command &rest arguments)
  "Have the server execute COMMAND for this recipe, with ARGUMENTS."
  (jsonrpc-request
   (or (eglot-current-server) (user-error "Start the server first: M-x eglot"))
   :workspace/executeCommand
   (list :command command
         :arguments (vconcat (list (plist-get (eglot--TextDocumentIdentifier) :uri)) arguments))))

(defun tintype--show (result)
  "Show the picture of RESULT beside the recipe; return its buffer."
  (let* ((file (url-unhex-string (url-filename (url-generic-parse-url (plist-get result :uri)))))
         (buffer (or (tintype--revert file) (let ((large-file-warning-threshold nil)) (find-file-noselect file t)))))
    (if (display-images-p)
        (display-buffer buffer '((display-buffer-reuse-window display-buffer-in-side-window) (side . right)
                                 (window-width . 0.5)))
      (message "This display shows no pictures; the preview is %s" file))
    buffer))

(defun tintype--revert (file)
  "Read FILE again into the buffer that shows it, if there is one; return it."
  (let ((buffer (find-buffer-visiting file)))
    ;; A server that has left takes its pictures with it.
    (when (and buffer (file-exists-p file)) (with-current-buffer buffer (revert-buffer t t t)))
    buffer))

(defun tintype-preview (photo)
  "Show PHOTO through the look of this recipe; a drawn scene where PHOTO is nil.
The picture follows what is typed, saved or not."
  (interactive
   (let ((name (read-file-name "Photo (a drawn scene for none): " nil "" nil nil)))
     (list (and (not (string-empty-p name)) (file-regular-p name) (expand-file-name name)))))
  (tintype--show (apply #'tintype--execute "tintype.preview" (and photo (list photo)))))

(defun tintype-strip (parameter)
  "Show the photo with five values of PARAMETER."
  (interactive (list (read-string "Parameter: " (thing-at-point 'symbol))))
  (tintype--show (tintype--execute "tintype.strip" parameter)))

(defun tintype-test ()
  "Say which expectations of the look hold."
  (interactive)
  (message "%s" (mapconcat #'identity (tintype--execute "tintype.test") "\n")))

(with-eval-after-load 'eglot
  (cl-defmethod eglot-handle-notification (_server (_method (eql tintype/previewed)) &key uri &allow-other-keys)
    "Show the new picture in the buffer of the old one."
    (tintype--revert (url-unhex-string (url-filename (url-generic-parse-url uri)))))
  (add-to-list 'eglot-server-programs (cons 'tintype-mode (list tintype-program "lsp"))))

(provide 'tintype-mode)
;;; tintype-mode.el ends here
