import { type ExplainedElement, explainElement } from './explain-element.ts';
import { placesInTemplate, placesOfPath } from './expression/path-places.ts';
import { explainExpression, explainTemplate, typeName } from './expression/index.ts';
import { titlesOfValues } from './expression/sentence.ts';
import type { ParsedDocument } from './parse.ts';
import type { Place } from './places.ts';
import { textsIn, valueAt } from './pointer.ts';
import { readingsOf } from './project.ts';
import type { Reading, SourceFile } from './world.ts';

export interface Explanation {
  /**
   * The source text that has the type: a part of an expression, or the whole text. Undefined if the location
   * has neither an expression nor a value.
   */
  readonly source?: string;
  /** `Money`, `list of Record (shelf#books[])`, with `, may be absent`. */
  readonly type?: string;
  /**
   * The `visibleWhen` of everything around the location, the outermost first. All must be true for the location to be
   * visible.
   */
  readonly seenWhen: readonly string[];
  /** Other locations in the document that read the same path; empty if there is no path at this location. */
  readonly readAt: readonly Place[];
  /** The element that contains the location, in screens and parts. */
  readonly element?: ExplainedElement;
}

/**
 * Explains a location of a document: the type of the smallest expression or value there, and the element
 * (node, action or similar) that contains it.
 *
 * @param line From 1, as `column`, which counts UTF-16 units.
 * @returns Undefined if there is neither.
 */
export function explainPlace(
  files: readonly SourceFile[],
  file: string,
  line: number,
  column: number,
): Explanation | undefined {
  const { world, document: written, readings } = readingsOf(files, file);
  const isDrawn = written !== undefined && written !== world.app?.document;
  const titles = titlesOfValues([world.app?.document?.value, written?.value]);
  const element = isDrawn ? explainElement(written, line, column, readings, titles) : undefined;
  // Nested readings come later and have a larger scope, so the last match is the best one.
  for (const reading of [...readings].reverse()) {
    for (const [pointer, text] of textsIn(reading.raw, reading.pointer)) {
      const at = unitAt(reading.document, pointer, text, line, column);
      const explained = at === undefined ? undefined : explain(reading, text, at);
      if (explained === undefined) continue;
      return {
        ...explained,
        seenWhen: conditionsAround(reading.document, reading.pointer),
        readAt: readersOf(explained.source, readings, reading.document),
        ...(element && { element }),
      };
    }
  }
  if (element === undefined) return undefined;
  const seenWhen = element.conditions.flatMap(({ property, text }) =>
    property === 'visibleWhen' ? [text] : [],
  );
  return { seenWhen, readAt: [], element };
}

/** The `visibleWhen` of every record around a pointer. */
function conditionsAround(document: ParsedDocument, pointer: string): string[] {
  const names = pointer.split('/');
  return names.flatMap((_name, depth) => {
    const around = names.slice(0, depth + 1).join('/');
    if (`${around}/visibleWhen` === pointer) return [];
    const condition = valueAt(document.value, `${around}/visibleWhen`);
    return typeof condition === 'string' ? [condition] : [];
  });
}

function readersOf(source: string, readings: readonly Reading[], document: ParsedDocument): Place[] {
  if (!/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(source)) return [];
  const path = source.split('.');
  const places = readings
    .filter((reading) => reading.document === document)
    .flatMap(({ raw, pointer, isValue }) =>
      [...textsIn(raw, pointer)].flatMap(([at, text]) => {
        const found = isValue ? placesInTemplate(text, path) : placesOfPath(text, path);
        return found.map((one) => document.place(at, 'value', one.at, one.length));
      }),
    );
  return [...new Map(places.map((place) => [`${place.line}:${place.column}`, place])).values()];
}

function explain(
  { isValue, scope, typed }: Reading,
  text: string,
  at: number,
): Required<Pick<Explanation, 'source' | 'type'>> | undefined {
  const inner = isValue ? explainTemplate(text, at, scope) : explainExpression(text, at, scope);
  const found = inner ?? (typed && { source: text, typed });
  if (found === undefined) return undefined;
  const { type, absent } = found.typed;
  return { source: found.source, type: `${typeName(type)}${absent ? ', may be absent' : ''}` };
}

/** Offset in a text of the UTF-16 unit at a location; undefined if the location is outside the text. */
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
