;; toolcall
;; Finds links of Markdown files to files that are not there. Addresses on the web and links within a page are left alone.
;; The first 150 of one page of search results are looked at, for a script makes at most 200 calls.

(defun link-targets (line)
  ;; What stands between `](` and the next `)`, `#` or blank, for each link of a line.
  (let ((targets nil) (at (string-search "](" line)))
    (while at
      (let ((end (string-search ")" line at)))
        (when end (push (car (split-string (substring line (+ at 2) end) "[# ]")) targets))
        (setq at (and end (string-search "](" line end)))))
    (reverse targets)))

(defun local-p (target)
  (not (or (equal target "") (string-match-p "^[a-z]+:" target) (string-prefix-p "/" target))))

(defun found-links (found)
  ;; (TARGET . PAGE:LINE) for each local link that Grep shows.
  (let ((page nil) (links nil))
    (dolist (line (split-string found "\n" t))
      (let ((colon (and (string-match-p "^[0-9]+:" line) (string-search ":" line))))
        (if (null colon)
            (setq page line)
          (dolist (target (link-targets (substring line (+ colon 1))))
            (when (local-p target)
              (push (cons (file-name-concat (file-name-directory page) target)
                          (format "%s:%d" page (string-to-number line)))
                    links))))))
    (reverse links)))

(defun missing-p (answer)
  (and (consp answer) (string-search "does not exist" (plist-get answer :error))))

(let* ((links (found-links (Grep :pattern "\\]\\([^)]+\\)"
                                 :glob "*.md"
                                 :output_mode "content"
                                 :head_limit 200)))
       (looked-at (take 150 links))
       (answers (parallel-map (lambda (link) (Read :file_path (car link) :limit 1)) looked-at))
       (dead nil))
  (dotimes (i (length looked-at))
    (when (missing-p (nth i answers))
      (push (format "%s -> %s" (cdr (nth i looked-at)) (car (nth i looked-at))) dead)))
  (string-join (cons (format "%d of %d local links looked at, %d dead"
                             (length looked-at)
                             (length links)
                             (length dead))
                     (reverse dead))
               "\n"))
