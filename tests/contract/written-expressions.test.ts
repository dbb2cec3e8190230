import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { functions } from '#renderer/plan/functions.generated.ts';
import { checkCallShape } from '#renderer/grammar/expression/functions.ts';
import { parseExpression, type Syntax } from '#renderer/grammar/expression/syntax.ts';
import { splitTemplate } from '#renderer/grammar/expression/template.ts';

/*
 * Expressions that the schemas' descriptions and the guide show in text. They have no screen around them, so only
 * the syntax and the form of calls can be checked, not the names and types.
 */

const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^schemas\/.*\.json$|^docs\/(?:guide|start)\/.*\.md$/.test(file));

/** Code between backquotes, and JSON in fences. Code of other languages has its own `${…}`. */
function codeOf(file: string, text: string): readonly string[] {
  const prose = file.endsWith('.json') ? descriptionsOf(JSON.parse(text)).join('\n') : text;
  const fences = [...prose.matchAll(/^(`{3,})jsonc?\b[^\n]*\n([\s\S]*?)^\1/gm)].flatMap(([, , body = '']) =>
    body.split('\n'),
  );
  const outside = prose.replace(/^(`{3,})[\s\S]*?^\1/gm, '');
  return [...fences, ...[...outside.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)];
}

function descriptionsOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'description' && typeof member === 'string' ? [member] : descriptionsOf(member),
  );
}

/** Problems of the expressions in `${…}`, and of code that is an expression as a whole and calls a function. */
function problemsOf(code: string): readonly string[] {
  const inside = splitTemplate(code).parts.flatMap((part) =>
    part.kind === 'expression' && !/^…?$/.test(part.source) ? [part.source] : [],
  );
  // In JSON the quotes of a text in an expression are escaped.
  const sources = inside.map((source) => source.replace(/\\"/g, '"'));
  const whole = sources.length === 0 ? parseExpression(code).tree : undefined;
  return [
    ...sources.flatMap((source) => {
      const { tree, problems } = parseExpression(source);
      const found = tree === undefined ? problems : callsOf(tree).map(checkCallShape);
      return found.flatMap((problem) => (problem ? [`${source}: ${problem.message}`] : []));
    }),
    ...(whole === undefined ? [] : callsOf(whole))
      .filter(({ name }) => Object.hasOwn(functions, name))
      // `size(…)` and `size()` name a function in text.
      .filter(({ args, receiver }) => args.length > 0 || receiver !== undefined)
      .flatMap((call) => checkCallShape(call)?.message ?? []),
  ];
}

type Call = Extract<Syntax, { kind: 'call' }>;

function callsOf(tree: Syntax): readonly Call[] {
  const inside = Object.values(tree).flat().filter(isSyntax).flatMap(callsOf);
  // `orValue` belongs to a path with `.?`.
  return tree.kind === 'call' && tree.name !== 'orValue' ? [tree, ...inside] : inside;
}

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

describe('An expression that a description or the guide shows can be written', () => {
  it.each(FILES)('%s', (file) => {
    expect(codeOf(file, readFileSync(file, 'utf8')).flatMap(problemsOf)).toEqual([]);
  });

  it('reads all of these files and the expressions in them', () => {
    const all = FILES.flatMap((file) => codeOf(file, readFileSync(file, 'utf8')));
    expect(all.filter((code) => code.includes('${')).length).toBeGreaterThan(30);
  });

  it.each([
    ['${data.claims.items.size()}', '"size" is called as size(a).'],
    ['"offset": "${data.claims.items.size()}"', '"size" is called as size(a).'],
    ['data.claims.items.size() > 0', '"size" is called as size(a).'],
    ['${contains(data.book.title)}', '"contains" is called as a.contains(\'…\').'],
    ['${size(data.books) >}', ''],
  ])('refuses %s', (code, message) => {
    expect(problemsOf(code).join()).toContain(message);
    expect(problemsOf(code)).not.toEqual([]);
  });
});
