;;; setup.el --- What the scripts of this folder share  -*- lexical-binding: t; -*-

;;; Code:

(package-initialize)
(setq tintype-program (getenv "TINTYPE_PROGRAM"))
(load (concat (getenv "TINTYPE_ROOT") "/Editors/emacs/tintype-mode.el") nil t)
(require 'eglot)
(setq eglot-sync-connect 60
      jsonrpc-default-request-timeout 60)

(defun tests-wait-for (holds status)
  "Wait until HOLDS, and end with STATUS where it does not come true."
  (let ((n 0))
    (while (not (funcall holds))
      (when (> (setq n (1+ n)) 3000) (kill-emacs status))
      (accept-process-output nil 0.02))))

(defun tests-open (file)
  "Visit FILE with a server."
  (find-file file)
  (if (eglot-current-server)
      (eglot--maybe-activate-editing-mode)
    (apply #'eglot--connect (eglot--guess-contact)))
  (flymake-mode 1))

(defun tests-end ()
  "Save everything and leave."
  (save-some-buffers t)
  (eglot-shutdown (eglot-current-server))
  (kill-emacs 0))
;;; setup.el ends here
