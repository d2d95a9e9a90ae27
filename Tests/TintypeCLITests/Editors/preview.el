;;; preview.el --- The preview of a photo follows what is typed  -*- lexical-binding: t; -*-

;;; Code:

(tests-open "x.tint")
(let* ((picture (tintype-preview (expand-file-name "photo.jpg")))
       (seen (lambda () (with-current-buffer picture (buffer-hash))))
       (before (funcall seen))
       (start (float-time)))
  (search-forward "0.5")
  (replace-match "0.1")
  (eglot--signal-textDocument/didChange)
  (tests-wait-for (lambda () (not (equal before (funcall seen)))) 3)
  (message "preview after %d ms" (* 1000 (- (float-time) start))))
(tests-end)
;;; preview.el ends here
