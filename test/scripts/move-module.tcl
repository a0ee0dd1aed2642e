;; toolcall
;; A refactoring in two steps: gives a module another name in its folder, then changes every import of it, wherever it
;; stands. The second patch is made from what a search finds after the first, and a last search tells whether anything
;; was forgotten.

(defun next-offset (text notice)
  ;; Where Grep's next page begins, from the notice at the end of a page that was cut.
  (let ((at (and notice (string-search "continue with offset " text notice))))
    (and at (string-to-number (substring text (+ at (length "continue with offset ")))))))

(defun each-line (most search visit)
  ;; Hands each line that SEARCH finds, page by page, to VISIT. SEARCH is a function of an offset. Answers what the report
  ;; has to say besides: why something was not looked at, or nil. Little more than MOST lines are looked at.
  (let ((offset 0) (seen 0) (remark nil))
    (while offset
      (let ((text (funcall search offset)))
        (cond ((consp text) (setq remark (plist-get text :error) offset nil))
              ((equal text "No matches found") (setq offset nil))
              (t
               (let* ((notice (string-search "\n\n... Results truncated" text))
                      (end (or notice (length text)))
                      (late (string-prefix-p "Warning: " text))
                      (from (or (and late (string-search "\n\n" text)) 0)))
                 ;; split-string takes at most 24,999 characters, and no line has more than about 2,100.
                 (while (and (< from end) (< seen most))
                   (let* ((far (+ from 20000))
                          (to (or (and (< far end) (string-search "\n" text far)) end))
                          (lines (split-string (substring text from to) "\n" t)))
                     (setq from to
                           seen (+ seen (length lines)))
                     (dolist (line lines) (funcall visit line))))
                 (setq offset (next-offset text notice))
                 (when (and (or notice (< from end)) (or (null offset) (>= seen most)))
                   (setq
                    offset nil
                    remark (format "Only the first %d lines that were found are in this." seen)))
                 (when late
                   (setq remark "The search ran out of time: not all files are in this.")))))))
    remark))

(defun resolved (folder target)
  ;; The path of a relative target seen from a folder, which ends with a slash.
  (let ((simple t))
    (while simple
      (cond ((string-prefix-p "../" target)
             (setq folder (or (file-name-directory (substring folder 0 -1)) "/")
                   target (substring target 3)))
            ((string-prefix-p "./" target) (setq target (substring target 2)))
            (t (setq simple nil))))
    (concat folder target)))

(defun import-of (line name)
  ;; The quoted path in a line that ends with the name of the module.
  (let* ((end (string-search (concat name "\"") line)) (start nil) (at (string-search "\"" line)))
    (while (and at end (< at end))
      (setq start at
            at (string-search "\"" line (+ at 1))))
    (and start (substring line (+ start 1) (+ end (length name))))))

(defun imports (pattern name module)
  ;; (PATH NUMBER LINE) of each line that imports the module, the last one first, and what was not looked at.
  (let* ((path nil)
         (found nil)
         (remark
          (each-line
           2000
           (lambda (offset)
             (Grep :pattern pattern
                   :glob "*.{ts,js}"
                   :output_mode "content"
                   :head_limit 0
                   :offset offset))
           (lambda (line)
             (let ((colon (and (string-match-p "^[0-9]+:" line) (string-search ":" line))))
               (if (null colon)
                   (setq path line)
                 (let* ((text (substring line (+ colon 1))) (target (import-of text name)))
                   (when (and target (equal (resolved (file-name-directory path) target) module))
                     (push (list path (string-to-number line) text) found)))))))))
    (list found remark)))

(defun import-sections (found old new)
  ;; The sections of a patch, one for each file.
  (let ((sections nil) (lines nil) (path nil))
    (dolist (import (reverse found))
      (let ((line (nth 2 import)) (number (nth 1 import)))
        (unless (equal path (car import))
          (when lines (push (string-join (reverse lines) "\n") sections))
          (setq path (car import)
                lines (list (concat "*** Update File: " path))))
        (let ((at (string-search (concat "/" old "\"") line)))
          (push (format "@@ -%d +%d @@" number number) lines)
          (push (concat "-" line) lines)
          (push (concat "+" (substring line 0 (+ at 1)) new (substring line (+ at 1 (length old))))
                lines))))
    (reverse (if lines (cons (string-join (reverse lines) "\n") sections)))))

(defun apply-sections (sections)
  ;; Applies the sections of a patch, 200 at a time, as many as a patch may have. What is refused ends it.
  (let ((answer nil) (done 0))
    (while (and sections (not (consp answer)))
      (let ((part (take 200 sections)))
        (setq answer
              (ApplyPatch
               :patch (string-join (append '("*** Begin Patch") part '("*** End Patch")) "\n"))
              sections (nthcdr 200 sections))
        (unless (consp answer) (setq done (+ done (length part))))))
    (string-join (append
                  (if (consp answer) (list (plist-get answer :error)))
                  (list (format "%d files were changed" done))
                  (if (and (consp answer) (> done 0))
                      '("These are done and the others are not: toolcall undo takes them back")))
                 "\n")))

(let* ((folder "src/core/")
       (old "user.ts")
       (new "person.ts")
       (pattern (concat "\"\\.\\.?/([^\"]*/)?" (string-join (split-string old "[.]") "\\.") "\""))
       (root (concat (car (split-string (Bash :command "pwd") "\n")) "/"))
       (module (concat root folder old))
       (moved
        (ApplyPatch :patch
                    (format "*** Begin Patch\n*** Update File: %s\n*** Move to: %s\n*** End Patch"
                            module
                            (concat root folder new)))))
  (if (consp moved)
      (format "Nothing was done. %s" (plist-get moved :error))
    (let* ((found (imports pattern old module))
           (changed
            (if (null (car found))
                "No import had to be changed"
              (apply-sections (import-sections (car found) old new))))
           (left (length (car (imports pattern old module)))))
      (string-join (append (list
                            changed
                            (if (= left 0)
                                "No import was forgotten"
                              (format "%d imports were forgotten" left)))
                           (if (cadr found) (list (cadr found))))
                   "\n"))))
