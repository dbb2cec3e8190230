import { inspectProject } from '#renderer/grammar/lint/inspect.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import type { ProjectFile } from '#src/shared/project-files.ts';
import { schemaNames } from '#src/shared/schema-names.ts';
import { titleOf } from '#src/shared/title-of.ts';
import { UsageError } from '../command.ts';
import { beginEndpoint, beginScenario } from './service.ts';
import { type NewFile, newDocument, newJson } from './files.ts';

type Schemas = ReturnType<typeof schemaNames>;

/** The initial content of each kind of document: the smallest valid one. */
const DOCUMENTS: {
  readonly [kind: string]: (
    name: string,
    schemas: Schemas,
    files: readonly ProjectFile[],
    isPost: boolean,
  ) => readonly NewFile[];
} = {
  screen: (name, schemas) => [
    newDocument(`screens/${name}.screen.json`, {
      $schema: schemas('screen.schema.json', 1),
      grammar: GRAMMAR,
      id: name,
      routes: [`/${name}`],
      title: titleOf(name),
      body: [{ type: 'section', body: [{ type: 'text', text: titleOf(name) }] }],
    }),
    // The states that every screen has need no file; this file is for additional ones.
    statesOf(name, schemas, [{ name: 'content', title: 'Default' }]),
  ],
  part: (name, schemas) => [
    newDocument(`screens/parts/${name}.part.json`, {
      $schema: schemas('part.schema.json', 2),
      grammar: GRAMMAR,
      id: name,
      params: { title: { type: 'string', required: true } },
      body: [{ type: 'section', title: '${params.title}', body: [] }],
    }),
  ],
  fixture: (name, schemas) => [statesOf(name, schemas, [])],
  endpoint: (name, schemas, _files, isPost) => beginEndpoint(name, schemas, isPost),
  scenario: beginScenario,
};

function statesOf(name: string, schemas: Schemas, states: readonly object[]): NewFile {
  return newJson(`fixtures/states/${name}.json`, { $schema: schemas('states.schema.json', 2), states });
}

export const DOCUMENT_KINDS = Object.keys(DOCUMENTS);

/**
 * A screen with its states, a part, the states of a screen, a contract with its fixture, or a scenario.
 *
 * @param isPost - For an endpoint: it sends instead of reads.
 * @throws UsageError for a name that is invalid.
 */
export function beginDocument(
  kind: string,
  name: string,
  files: readonly ProjectFile[],
  isPost = false,
): readonly NewFile[] {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
    throw new UsageError(`"${name}" cannot be its name: small letters and digits, with "-" between words`);
  if (kind === 'fixture' && !files.some(({ path }) => path === `screens/${name}.screen.json`))
    throw new UsageError(`there is no screen "${name}"`);
  const added = DOCUMENTS[kind]?.(name, schemaNames(files), files, isPost) ?? [];
  const there = added.find((one) => files.some(({ path }) => path === one.path));
  if (there !== undefined) throw new UsageError(`${there.path} is there already`);
  const known = new Set(inspectProject(files).problems.map(({ code, file }) => `${code} ${file}`));
  const fault = inspectProject([...files, ...added]).problems.find(
    ({ code, file, severity }) => severity === 'error' && !known.has(`${code} ${file}`),
  );
  if (fault !== undefined) throw new UsageError(`"${name}" cannot be its name: ${fault.message}`);
  return added;
}
