/* The entry point `capiz/grammar`: the functions of the command line, without files and without React. */

export { checkProject } from '#renderer/grammar/check.ts';
export { codes, findCode } from '#renderer/grammar/codes.ts';
export { type Compiled, compileProject } from '#renderer/grammar/compile.ts';
export { formatDocument } from '#renderer/grammar/format.ts';
export { inspectProject } from '#renderer/grammar/lint/inspect.ts';
export type { SourceFile } from '#renderer/grammar/world.ts';
export type { Problem } from '#renderer/plan/problem.ts';
export { speak } from '#src/extensions/speak.ts';
