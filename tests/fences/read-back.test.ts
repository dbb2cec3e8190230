import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

/*
 * External data (storage, cookies, messages, history, bodies of requests and responses, database columns, configuration
 * files) must be parsed with a schema. A cast checks nothing, so no cast may follow an expression that reads such data, or a
 * variable with its result. The linter has no rule for this. `json-parse.d.ts` makes `JSON.parse` and `json()` return
 * unknown, so that the compiler refuses their use without a schema or a cast.
 */
const DOORS =
  /^(?:await )?(?:JSON\.parse\(|(?:window\.)?history\.state\b|(?:event|message)\.data\b|[\w.()]+\.(?:json|formData)\()/;
/** The body of a Hono request has the type that the caller names. */
const NAMED_TYPE = /\.json<(?!unknown>)/;

/** @returns Each cast of external data, as `line: text`. */
function findCasts(file: string, source: string): string[] {
  if (!/JSON\.parse|history\.state|\.data\b|\.json\b|\.formData\b/.test(source)) return [];
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read.`);
  const found: string[] = [];
  const given = new Set<string>();
  const textOf = (node: unknown): string => {
    const { start, end } = node as { start: number; end: number };
    return source.slice(start, end);
  };
  /** The name without the type of its declaration. */
  const nameOf = (node: unknown): string => textOf(node).replace(/:.*$/s, '');
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look);
    if (typeof node !== 'object' || node === null) return;
    const { type, expression, typeAnnotation, start, id, init, left, right } = node as {
      readonly [name: string]: unknown;
    };
    const isDoor = (from: unknown): boolean => DOORS.test(textOf(from).replace(/^\(+/, ''));
    if (type === 'VariableDeclarator' && init !== null && isDoor(init)) given.add(nameOf(id));
    if (type === 'AssignmentExpression' && isDoor(right)) given.add(nameOf(left));
    const isCast = type === 'TSAsExpression' && textOf(typeAnnotation) !== 'unknown';
    const isNamed = type === 'CallExpression' && NAMED_TYPE.test(textOf(node));
    if (isNamed || (isCast && (isDoor(expression) || given.has(textOf(expression)))))
      found.push(`${source.slice(0, Number(start)).split('\n').length}: ${textOf(node)}`);
    for (const inner of Object.values(node)) look(inner);
  };
  look(program);
  return found;
}

const files = ['renderer', 'src']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$|\/testing\.tsx?$/.test(name));

describe('external data is parsed with a schema', () => {
  it('no cast follows JSON.parse, the body of a request or an answer, history.state or the data of a message', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(
      files.flatMap((file) => findCasts(file, readFileSync(file, 'utf8')).map((cast) => [file, cast])),
    ).toEqual([]);
  });

  it.each(readdirSync('fixtures/fences/casts'))('a planted cast is found: %s', (name) => {
    expect(findCasts('planted.ts', readFileSync(`fixtures/fences/casts/${name}`, 'utf8'))).toHaveLength(1);
  });

  it('keeping a value unknown is not a cast', () => {
    const source = "const one: unknown = JSON.parse('1');\nconst two = JSON.parse('2') as unknown;";
    expect(findCasts('planted.ts', source)).toEqual([]);
  });
});
