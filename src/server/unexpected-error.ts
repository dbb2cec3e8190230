import * as v from 'valibot';
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from 'hono';
import type { Log, LogFields } from './log.ts';
import { placeOf } from './metrics.ts';
import { makeRequestId, REQUEST_ID_HEADER } from './request-id.ts';

/** Root of the project: two folders up from this file, built or not. */
const ROOT = join(import.meta.dirname, '../..');
const MOST_FRAMES = 12;
/** A name or a code, not a sentence: `TypeError`, `ECONNREFUSED`, `23505`. */
const WORD = /^\w{1,40}$/;
const FRAME = /^\s+at .*?(?:\(|\s)((?:file:\/\/)?\/[^()\s]+):(\d+):(\d+)\)?$/;

/**
 * Describes an unexpected error for the log: name, code, and where in our code it was thrown. Its message is left
 * out, because it may quote data of a borrower or a service.
 */
export function describeUnexpected(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const { name, stack = '' } = error;
  const { code } = error as { readonly code?: unknown };
  const isCode = (typeof code === 'string' || typeof code === 'number') && WORD.test(String(code));
  const frames = framesOf(stack);
  return {
    error: WORD.test(name) ? name : 'Error',
    ...(isCode && { code: String(code) }),
    ...(frames.length > 0 && { at: frames.join(' ') }),
  };
}

/**
 * Answers and logs a request that failed. The id in the response identifies the line in the log.
 * @param requestOf - The id of a request; default: a new one.
 */
export function answerUnexpected(
  log: Log,
  requestOf: (context: Context) => string | undefined = () => undefined,
) {
  return (error: Error, context: Context): Response => {
    if ('getResponse' in error && typeof error.getResponse === 'function')
      return (error as { getResponse(): Response }).getResponse();
    const { method, path } = context.req;
    const request = requestOf(context) ?? makeRequestId();
    const place = placeOf(path, null);
    log('A request failed', { level: 'error', request, method, place, ...describeUnexpected(error) });
    return context.text('Internal server error', 500, { [REQUEST_ID_HEADER]: request });
  };
}

/** The lines after the message, because the message itself may have lines that look like frames. */
function framesOf(stack: string): string[] {
  const lines = stack.split('\n');
  const first = lines.reduce((end, line, at) => (/^\s+at /.test(line) ? end : at + 1), 0);
  return lines.slice(first).flatMap(readFrame).slice(0, MOST_FRAMES);
}

/** `src/server/app.ts:12`; empty for a frame of Node or of a package. */
function readFrame(line: string): string[] {
  const [, place = '', row = '', column = ''] = FRAME.exec(line) ?? [];
  if (place === '') return [];
  const file = place.startsWith('file:') ? fileURLToPath(place) : place;
  const path = relative(ROOT, file);
  const source = findSource(file, Number(row), Number(column)) ?? `${path.split(sep).join('/')}:${row}`;
  return path.startsWith('..') || /(?:^|\/)node_modules\//.test(source) ? [] : [source];
}

const maps = new Map<string, SourceMap | undefined>();

function findSource(file: string, row: number, column: number): string | undefined {
  if (!maps.has(file)) maps.set(file, readMap(file));
  const found = maps.get(file)?.findEntry(row - 1, column - 1);
  if (found === undefined || !('originalSource' in found) || found.originalSource === undefined)
    return undefined;
  return `${found.originalSource.replace(/^(?:\.\.\/)+/, '')}:${found.originalLine + 1}`;
}

const SOURCE_MAP = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    version: v.number(),
    file: v.optional(v.string(), ''),
    sourceRoot: v.optional(v.string(), ''),
    sources: v.array(v.string()),
    names: v.array(v.string()),
    mappings: v.string(),
  }),
  // Large, and not needed in the log.
  v.transform((map) => ({ ...map, sourcesContent: [] })),
);

/** The build writes a source map for each file; unbuilt sources have none. */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(v.parse(SOURCE_MAP, readFileSync(`${file}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}
