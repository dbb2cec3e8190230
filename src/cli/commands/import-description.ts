import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeFile } from '#src/shared/write-file.ts';
import { type ExitCode, type Terminal, UsageError } from '../command.ts';
import { printDocument } from '../import/check-result.ts';
import type { Finding } from '../import/openapi/findings.ts';
import type { Choice, ImportedDescription } from '../import/openapi/import-openapi.ts';
import { formatJson } from '../print-result.ts';

interface Given extends Choice {
  readonly out?: string;
  readonly 'dry-run'?: boolean;
  readonly json?: boolean;
}

/** Imports an OpenAPI description: a contract and an example of the answer for each operation. */
export async function importDescription(
  file: string,
  text: string,
  given: Given,
  terminal: Terminal,
): Promise<ExitCode> {
  // The YAML parser is loaded only here.
  const { importOpenapi } = await import('../import/openapi/import-openapi.ts');
  const imported = importOpenapi(text, given);
  if ('message' in imported) {
    throw new UsageError(
      `${file}:${imported.line}:${imported.column} cannot be imported: ${imported.message}`,
    );
  }
  if (imported.operations.length === 0) throw new UsageError(`${file} has no operation that was asked for`);
  const documents = documentsOf(imported);
  const written = given.out === undefined ? [] : writeDocuments(documents, given.out, given, terminal);
  const left = imported.operations.filter(({ converted }) => converted === undefined).length;
  if (given.json === true) {
    const operations = imported.operations.map(({ operation, converted }) => ({
      ...{ name: operation.name, method: operation.method, path: operation.path },
      ...(converted === undefined ? {} : { endpoint: converted.endpoint }),
    }));
    terminal.out(formatJson({ operations, findings: imported.findings }));
  } else {
    for (const { operation, converted } of imported.operations) {
      const word = converted === undefined ? 'left out' : 'carried ';
      terminal.out(`${word}  ${operation.method} ${operation.path}  ${operation.name}\n`);
    }
    terminal.err(imported.findings.map((one) => describe(file, one)).join(''));
    terminal.err(
      `${imported.operations.length - left} of ${imported.operations.length} operations carried\n`,
    );
  }
  const verb = given['dry-run'] === true ? 'would write' : 'wrote';
  for (const path of written) terminal.err(`${verb} ${path}\n`);
  return imported.findings.some(({ kind }) => kind === 'not-carried') ? 1 : 0;
}

const WORDS = { 'not-carried': 'not carried', decide: 'decide', note: 'note' };

function describe(file: string, { kind, line, column, pointer, why }: Finding): string {
  return `${WORDS[kind]}  ${file}:${line}:${column}  ${pointer}\n  ${why}\n`;
}

function documentsOf({ operations }: ImportedDescription): readonly (readonly [string, object])[] {
  return operations.flatMap(({ operation: { name }, converted }) => {
    if (converted === undefined) return [];
    const { endpoint, fixture } = converted;
    const contract = [`schemas/api/${name}.endpoint.json`, endpoint] as const;
    if (typeof fixture !== 'object' || fixture === null) return [contract];
    return [contract, [`fixtures/api/${name}/standard.json`, fixture] as const];
  });
}

function writeDocuments(
  documents: readonly (readonly [string, object])[],
  out: string,
  given: Given,
  terminal: Terminal,
): readonly string[] {
  const folder = resolve(terminal.folder, out);
  const there = documents.find(([path]) => existsSync(join(folder, path)));
  if (there !== undefined)
    throw new UsageError(`${join(out, there[0])} is there already; nothing was written`);
  if (given['dry-run'] !== true) {
    for (const [path, document] of documents) writeFile(join(folder, path), printDocument(document));
  }
  return documents.map(([path]) => join(out, path));
}
