;; toolcall
;; Finds links of Markdown files to files that are not there. Addresses, which have a colon, links within a page and
;; links that begin with a slash are left alone. One Glob looks for a hundred targets; what it does not find is read,
;; for links to folders are right, too.

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

(defun link-targets (line)
  ;; What stands between `](` and the next `)`, `#` or blank, for each link of a line that leads to a file.
  (let* ((targets nil)
         (link "](\\([^/#) :]\\)[^)# :]*[)# ]")
         (at (string-match-p link line)))
    (while at
      (let ((end (string-match-p "[)# ]" line (+ at 2))))
        (push (substring line (+ at 2) end) targets)
        (setq at (string-match-p link line end))))
    (reverse targets)))

(defun resolved (folder target)
  ;; The path of a target seen from a folder, which ends with a slash.
  (when (string-prefix-p "./" target) (setq target (substring target 2)))
  (while (string-prefix-p "../" target)
    (setq folder (file-name-directory (substring folder 0 -1))
          target (substring target 3)))
  (concat folder target))

(defun suspects (links root)
  ;; Those of up to 100 links (PATH . PLACE), paths below ROOT, that Glob does not find.
  (let* ((answer (Glob :pattern (concat "{" (string-join (mapcar 'car links) ",") "}") :path root))
         (found (split-string (if (consp answer) "" answer) "\n" t))
         (missing nil))
    (dolist (link links)
      (unless (member (concat root (car link)) found) (push link missing)))
    missing))

(defun distinct (sorted)
  (let ((kept nil))
    (dolist (word sorted)
      (unless (equal word (car kept)) (push word kept)))
    (reverse kept)))

(defun missing-p (answer)
  (and (consp answer) (string-search "does not exist" (plist-get answer :error))))

(let* ((root (concat (car (split-string (Bash :command "pwd") "\n")) "/"))
       (page nil)
       (count 0)
       (outside 0)
       (batch nil)
       (size 0)
       (doubted nil)
       (remark
        (each-line
         2500
         (lambda (offset)
           (Grep :pattern "\\]\\([^)]+\\)"
                 :glob "*.md"
                 :output_mode "content"
                 :head_limit 0
                 :offset offset))
         (lambda (line)
           (if (null (string-match-p "^[0-9]+:" line))
               (setq page line)
             (dolist (target (link-targets line))
               (let ((path (resolved (file-name-directory page) target))
                     (place (format "%s:%d -> %s" page (string-to-number line) target)))
                 (setq count (+ count 1))
                 (cond ((not (string-prefix-p root path)) (setq outside (+ outside 1)))
                       ((string-match-p "[]*?{},\\![]" path) (push (cons path place) doubted))
                       (t
                        (push (cons (substring path (length root)) place) batch)
                        (setq size (+ size 1))))
                 (when (= size 100)
                   (setq doubted (append (suspects batch root) doubted)
                         batch nil
                         size 0))))))))
       (links (sort (if batch (append (suspects batch root) doubted) doubted)))
       (paths (distinct (mapcar 'car links)))
       (read (take 120 paths))
       (answers (parallel-map (lambda (path) (Read :file_path path :limit 1)) read))
       (missing nil)
       (dead nil))
  (dotimes (i (length read))
    (when (missing-p (nth i answers)) (push (nth i read) missing)))
  (dolist (link links)
    (when (member (car link) missing) (push (cdr link) dead)))
  (string-join (append (list (format "%d local links, %d dead" count (length dead)))
                       (sort dead)
                       (if (> outside 0)
                           (list (format "%d links lead out of the folder and were not looked at"
                                         outside)))
                       (if (= (length read) 120)
                           '("More than 120 were doubtful: only these were read."))
                       (if remark (list remark)))
               "\n"))
