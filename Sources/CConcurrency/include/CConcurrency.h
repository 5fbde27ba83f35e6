// Functions of Swift's concurrency run time that tell on which executor the current code runs. The standard library calls
// them, but declares them with types that no other module can name. They are part of the stable interface of the run
// time on Apple's systems. Looking them up by name would find nothing in a program that links Swift statically.
#include <stdbool.h>
#include <stdint.h>

/// The words of an `UnownedSerialExecutor`. The executor of a default actor has no table.
typedef struct {
  uintptr_t object;
  uintptr_t table;
} SerialExecutorWords;

/// Returns two zeros where there is no executor, also outside of tasks.
__attribute__((swiftcall)) SerialExecutorWords swift_task_getCurrentExecutor(void);

#if defined(__APPLE__)
__attribute__((weak_import))
#endif
__attribute__((swiftcall)) bool swift_task_isCurrentExecutorWithFlags(SerialExecutorWords executor, uintptr_t flags);

/// Whether the run time can tell if an executor is the current one without stopping the program: from Swift 6.2 on.
static inline bool can_tell_current_executor(void) {
#if defined(__APPLE__)
  return &swift_task_isCurrentExecutorWithFlags != 0;
#else
  return true;
#endif
}

/// Whether the current code runs on an executor. Call it only if `can_tell_current_executor`.
static inline bool is_current_executor(SerialExecutorWords executor) {
  // Without flags it returns `false` instead of stopping the program.
  return swift_task_isCurrentExecutorWithFlags(executor, 0);
}

/// A reference that each thread has for itself. Swift has no variable of a thread.
extern _Thread_local void *_Nullable current_object;

static inline void *_Nullable get_current_object(void) { return current_object; }

static inline void set_current_object(void *_Nullable object) { current_object = object; }
