import { explainExpression, explainTemplate, typeName } from './expression/index.ts';
import type { ParsedDocument } from './parse.ts';
import { joinPointer } from './pointer.ts';
import { elaborateProject } from './project.ts';
import type { Reading, SourceFile } from './world.ts';

export interface Explanation {
  /** What has the type: a part of an expression, or the whole text. */
  readonly source: string;
  /** `Money`, `list of Record (shelf#books[])`, with `, may be absent`. */
  readonly type: string;
}

/**
 * The type of the smallest expression around a place of a document, or of the value that stands there.
 *
 * @param line From 1, as `column`, which counts UTF-16 units.
 * @returns Undefined where no expression and no value is, or where it has errors.
 */
export function explainPlace(
  files: readonly SourceFile[],
  file: string,
  line: number,
  column: number,
): Explanation | undefined {
  const readings: Reading[] = [];
  elaborateProject(files, readings);
  // Those that stand in others are read after them, with more known: the last one fits best.
  for (const reading of readings.filter(({ document }) => document.file === file).reverse()) {
    for (const [pointer, text] of textsIn(reading.raw, reading.pointer)) {
      const at = unitAt(reading.document, pointer, text, line, column);
      const explained = at === undefined ? undefined : explain(reading, text, at);
      if (explained !== undefined) return explained;
    }
  }
  return undefined;
}

function explain({ isValue, scope, typed }: Reading, text: string, at: number): Explanation | undefined {
  const inner = isValue ? explainTemplate(text, at, scope) : explainExpression(text, at, scope);
  const found = inner ?? (typed && { source: text, typed });
  if (found === undefined) return undefined;
  const { type, absent } = found.typed;
  return { source: found.source, type: `${typeName(type)}${absent ? ', may be absent' : ''}` };
}

function* textsIn(raw: unknown, pointer: string): Generator<readonly [pointer: string, text: string]> {
  if (typeof raw === 'string') yield [pointer, raw];
  else if (typeof raw === 'object' && raw !== null) {
    for (const [name, member] of Object.entries(raw)) yield* textsIn(member, joinPointer(pointer, name));
  }
}

/** Which unit of a text stands at a place; undefined where the place is outside of it. */
function unitAt(
  document: ParsedDocument,
  pointer: string,
  text: string,
  line: number,
  column: number,
): number | undefined {
  const whole = document.place(pointer);
  if (whole.line !== line || column < whole.column || column >= whole.column + whole.length) return undefined;
  let at = 0;
  while (at + 1 < text.length && document.place(pointer, 'value', at + 1).column <= column) at += 1;
  return at;
}
