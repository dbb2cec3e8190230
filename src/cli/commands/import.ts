import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { writeFile } from '#src/shared/write-file.ts';
import { isJson } from '#renderer/grammar/json.ts';
import { type Terminal, UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { readText } from '../read-text.ts';
import { findErrors, printDocument } from '../import/check-result.ts';
import { importSchema, type Imported } from '../import/import-schema.ts';
import { formatJson } from '../print-result.ts';
import { importDescription } from './import-description.ts';
import type { Problem } from '#renderer/plan/problem.ts';

export const importCommand = defineCommand({
  name: 'import',
  usage: '<schema.json>[#/pointer] [<ui.json>] [--out <folder>] [--id <id>] [--json]',
  summary: 'Converts a JSON Schema to a screen with a form, or an OpenAPI description to contracts',
  examples: ['npx capiz import person.schema.json'],
  details: `Examples:
  npx capiz import contact.schema.json --out .            writes screens/contact.screen.json and its endpoint
  npx capiz import contact.schema.json contact.ui.json    prints both, with order, words and rules of the UI schema
  npx capiz import api.json#/$defs/Address --id address   one of the schemas in a document
  npx capiz import openapi.yaml                           lists the operations of a description, OpenAPI 3.0 or 3.1
  npx capiz import openapi.yaml --tag loans --out .       writes a contract for each, and an example of its answer`,
  options: {
    '<schema.json>': `JSON Schema, draft-04 to 2020-12; a pointer behind # names a schema in it.
      Or an OpenAPI description, JSON or YAML`,
    '<ui.json>': 'a UI schema of rjsf or JSON Forms',
    '--out <folder>': `the project: writes screens/<id>.screen.json and schemas/api/<id>.endpoint.json,
      which must not exist yet; without it both are printed`,
    '--operation <id>...': 'of a description: only the operation with this operationId or name',
    '--tag <tag>...': 'of a description: only operations with this tag',
    '--path <path>...': 'of a description: only operations of this path, for example /loans/{id}',
    '--dry-run': 'of a description: name the files, and write nothing',
    '--id <id>': 'id of the screen and the endpoint; default: the name of the file',
    '--json': 'print {"version":1,"screen":…,"endpoint":…,"notCarried":[…],"notes":[…],"keywords":{…}}',
  },
  notes: `What could not be converted is listed with its location and the reason; notes tell what the schema leaves open.
A result that capiz check refuses, most often because of its size, is not written.

Exit: 0 all was converted, 1 something was not, or capiz check refuses the result, 2 could not run.`,
  run({ values, rest }, terminal) {
    const [given, ui, ...more] = rest;
    if (given === undefined) throw new UsageError('name a JSON Schema: npx capiz import schema.json');
    if (more.length > 0) throw new UsageError(`unexpected argument "${more.join(' ')}"`);
    const [file = '', at = ''] = given.split('#', 2);
    const text = readText(terminal.folder, file);
    if (isOpenapi(file, text)) return importDescription(file, text, values, terminal);
    refuseDescriptionOptions(values);
    const id = values.id ?? idOf(at === '' ? file : at);
    if (!/^[a-z][a-z0-9-]{0,63}$/.test(id)) {
      throw new UsageError(`"${id}" is no id; name one with --id: small letters, digits and dashes`);
    }
    const imported = importSchema({
      file,
      text,
      at: decodeURIComponent(at),
      id,
      ...(ui === undefined ? {} : { ui: { file: ui, text: readText(terminal.folder, ui) } }),
    });
    if ('message' in imported) {
      const { message, line, column } = imported;
      throw new UsageError(`${imported.file}:${line}:${column} cannot be imported: ${message}`);
    }
    const errors = findErrors(imported, id);
    const { out } = values;
    const written = out === undefined || errors.length > 0 ? [] : writeDocuments(imported, id, out, terminal);
    if (values.json === true) {
      const { screen, endpoint, notCarried, notes, keywords } = imported;
      terminal.out(formatJson({ screen, endpoint, notCarried, notes, keywords }));
    } else {
      if (out === undefined)
        terminal.out(`${printDocument(imported.screen)}${printDocument(imported.endpoint)}`);
      terminal.err(describe(imported));
    }
    terminal.err(describeErrors(errors, out !== undefined));
    for (const path of written) terminal.err(`wrote ${path}; undo: delete it\n`);
    return imported.notCarried.length === 0 && errors.length === 0 ? 0 : 1;
  },
});

/** Whether a file is an OpenAPI description: YAML, or JSON whose document says so. */
function isOpenapi(file: string, text: string): boolean {
  if (/\.ya?ml$/i.test(file)) return true;
  return /^\s*\{/.test(text) && isDescription(readRoot(text));
}

function readRoot(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDescription(root: unknown): boolean {
  return isJson(root) && (typeof root['openapi'] === 'string' || root['swagger'] !== undefined);
}

function refuseDescriptionOptions(values: { readonly [name: string]: unknown }): void {
  const found = ['operation', 'tag', 'path', 'dry-run'].find((name) => values[name] !== undefined);
  if (found !== undefined)
    throw new UsageError(`--${found} chooses from an OpenAPI description; this is a JSON Schema`);
}

/** Makes an id of a file name: `VcsConfiguration.schema.json` becomes `vcs-configuration`. */
function idOf(path: string): string {
  return basename(path)
    .replace(/(\.schema)?\.jsonc?$/i, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '');
}

function writeDocuments(
  { screen, endpoint }: Imported,
  id: string,
  out: string,
  terminal: Terminal,
): string[] {
  const documents = [
    [`screens/${id}.screen.json`, screen],
    [`schemas/api/${id}.endpoint.json`, endpoint],
  ] as const;
  const folder = resolve(terminal.folder, out);
  const there = documents.find(([path]) => existsSync(join(folder, path)));
  if (there !== undefined)
    throw new UsageError(`${join(out, there[0])} is there already; nothing was written`);
  for (const [path, document] of documents) writeFile(join(folder, path), printDocument(document));
  return documents.map(([path]) => join(out, path));
}

/** Describes the problems that capiz check will report for the result. */
function describeErrors(errors: readonly Problem[], isOut: boolean): string {
  if (errors.length === 0) return '';
  const lines = errors.map(({ code, file, message, help }) => {
    return `refused  ${code}  ${file}\n  ${message}${help === undefined ? '' : ` ${help}`}\n`;
  });
  const way = 'Import a part of the schema: schema.json#/pointer';
  return `${lines.join('')}capiz check refuses this result${isOut ? ', so nothing was written' : ''}. ${way}\n`;
}

function describe({ notCarried, notes, keywords }: Imported): string {
  const place = ({
    file,
    line,
    column,
    pointer,
  }: Imported['notes'][number] | Imported['notCarried'][number]) => `${file}:${line}:${column}  ${pointer}`;
  const lines = [
    ...notCarried.map((one) => `not carried  ${one.keyword}  ${place(one)}\n  ${one.why}\n`),
    ...notes.map((one) => `note  ${place(one)}\n  ${one.text}\n`),
  ];
  return `${lines.join('')}${keywords.carried} of ${keywords.met} keywords carried, ${notCarried.length} not\n`;
}
