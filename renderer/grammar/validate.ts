import type { Problem } from '../plan/problem.ts';
import { memberNames } from './member-names.ts';
import type { ParsedDocument } from './parse.ts';
import { valueAt } from './pointer.ts';
import { problemAt } from './problems.ts';
import { foldAlternatives, joinMisspelt, type Fault } from './shape-faults.ts';
import { describeFault } from './shape-messages.ts';
import type { Validate } from './validators.generated.d.ts';
import { app, endpoint, messages, part, screen, tokens } from './validators.generated.js';

const validators = { screen, part, app, endpoint, messages, tokens };

export type DocumentKind = keyof typeof validators;
export type Validators = { readonly [Kind in DocumentKind]: Validate };

/** Only for `speakLanguage`. */
export function replaceValidators(others: Validators): void {
  Object.assign(validators, others);
}

/**
 * Checks a document against its schema.
 *
 * One problem per fault: for alternatives only the intended one is reported, and a misspelt name is not also
 * reported as missing. Problems are in the order of the file.
 */
export function validateShape(document: ParsedDocument, kind: DocumentKind): Problem[] {
  const validate = validators[kind];
  if (validate(document.value)) return checkSchemaName(document, kind);
  const faults = foldAlternatives(validate.errors ?? [], (pointer) => valueAt(document.value, pointer));
  const namesAt = (pointer: string) => memberNames(kind, document.value, pointer);
  const found = joinMisspelt(faults, namesAt, (pointer) => valueAt(document.value, pointer)).map(describe);
  return inOrder(dropRepeated([...found, ...checkSchemaName(document, kind)]));

  function describe(fault: Fault): Problem {
    const { code, message, help, pointer, part } = describeFault(fault, {
      value: valueAt(document.value, fault.pointer),
      names: namesAt(fault.pointer),
    });
    return problemAt(document.place(pointer, part), code, message, help);
  }
}

/**
 * Editors find the schema through `$schema`; with the wrong kind they would check against the wrong schema.
 */
function checkSchemaName(document: ParsedDocument, kind: DocumentKind): Problem[] {
  const name = valueAt(document.value, '/$schema');
  if (typeof name !== 'string') return [];
  const expected = `schemas/${kind}.schema.json`;
  if (resolveFrom(document.file, name) === expected) return [];
  if (name.includes('://') && name.endsWith(`/${expected}`)) return [];
  // A project may have the language as an npm package.
  if (name.endsWith(`node_modules/capiz/${expected}`)) return [];
  return [
    problemAt(
      document.place('/$schema'),
      'document/bad-schema',
      `This is not the schema of this kind of document, which is ${expected}.`,
      `write "${pathFrom(document.file, expected)}"`,
    ),
  ];
}

/** Resolves a relative path of a file from the project's folder; undefined if it leaves the project. */
function resolveFrom(file: string, path: string): string | undefined {
  const at = file.split('/').slice(0, -1);
  for (const name of path.split('/')) {
    if (name === '..') {
      if (at.pop() === undefined) return undefined;
    } else if (name !== '.' && name !== '') at.push(name);
  }
  return at.join('/');
}

/** The relative path from one file of a project to another. */
export function pathFrom(file: string, target: string): string {
  const from = file.split('/').slice(0, -1);
  const to = target.split('/');
  while (from[0] !== undefined && from[0] === to[0]) {
    from.shift();
    to.shift();
  }
  return [...from.map(() => '..'), ...to].join('/');
}

/** Ajv reports a value of the wrong type once for each keyword that expects another type. */
function dropRepeated(problems: readonly Problem[]): Problem[] {
  const badType = new Set(
    problems.filter(({ code }) => code === 'property/bad-type').map(({ pointer }) => pointer),
  );
  const seen = new Set<string>();
  return problems.filter(({ code, pointer }) => {
    const key = `${code} ${pointer}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return code !== 'property/not-allowed-value' || !badType.has(pointer);
  });
}

function inOrder(problems: Problem[]): Problem[] {
  return problems.sort((a, b) => a.line - b.line || a.column - b.column);
}
