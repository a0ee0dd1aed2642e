;; toolcall
;; Lists test files whose source is gone: test/PATH.test.ts belongs to src/PATH.ts.
;; The first 150 are looked at, for a script makes at most 200 calls.

(defun source-of (test)
  (let* ((parts (split-string test "/test/")) (path (car (last parts))))
    (concat (string-join (take (- (length parts) 1) parts) "/test/")
            "/src/"
            (substring path 0 (- (length path) (length ".test.ts")))
            ".ts")))

(defun missing-p (answer)
  (and (consp answer) (string-search "does not exist" (plist-get answer :error))))

(let ((tests nil) (without nil))
  (dolist (file (split-string (Grep :pattern "^" :glob "test/**/*.test.ts" :head_limit 150) "\n" t))
    (when (and (string-suffix-p ".test.ts" file) (string-search "/test/" file)) (push file tests)))
  (let ((answers (parallel-map (lambda (test) (Read :file_path (source-of test) :limit 1)) tests)))
    (dotimes (i (length tests))
      (when (missing-p (nth i answers)) (push (nth i tests) without)))
    (string-join (cons
                  (format "%d tests looked at, %d without a source" (length tests) (length without))
                  without)
                 "\n")))
