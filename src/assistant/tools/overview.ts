import * as v from 'valibot';
import { isJson, type Json, wordOf } from '#renderer/grammar/json.ts';
import { parseFile } from '#renderer/grammar/parse.ts';
import { documentKind } from '#renderer/grammar/world.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { APP_FILE } from '#src/shared/project-paths.ts';
import type { ProjectFile } from '#src/shared/project-files.ts';
import { schemaNames } from '#src/shared/schema-names.ts';
import type { Done } from '../answer.ts';
import { HAZARDS, sayHazard } from '../reference/hazards.ts';
import { listPages } from '../reference/pages.ts';
import { defineTool } from '../tool.ts';

export const overviewTool = defineTool({
  name: 'overview',
  title: 'Overview',
  description:
    'Lists the project: app, screens with states and scripts, parts, contracts, problems, what a new screen needs, and hazards. Call it first.',
  input: v.strictObject({}),
  async run(_input, workspace) {
    const files = await workspace.readFiles();
    const { problems } = workspace.inspect(files);
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const values = new Map(files.map((file) => [file.path, valueOf(file)]));
    const data = {
      ...describeApp(values.get(APP_FILE) ?? {}),
      screens: listKind(files, 'screen').map(({ name, path }) =>
        describeScreen(name, path, values, [...values]),
      ),
      parts: listKind(files, 'part').map(({ name, path }) => ({
        id: name,
        path,
        params: Object.keys(recordOf(values.get(path), 'params')),
      })),
      contracts: listKind(files, 'endpoint').map(({ name, path }) =>
        describeContract(name, path, values.get(path) ?? {}),
      ),
      scenarios: files.flatMap(({ path }) => /^fixtures\/scenarios\/(.+)\.json$/.exec(path)?.[1] ?? []),
      images: files.flatMap(({ path }) => /^screens\/assets\/(.+)$/.exec(path)?.[1] ?? []),
      problems: { errors, warnings: problems.length - errors },
      writable: workspace.writable,
      renders: workspace.renderer !== undefined,
      newScreen: sayNewScreen(schemaNames(files)),
      widgets: namesOf('widget'),
      actions: namesOf('action'),
      functions: namesOf('function'),
      pages: listPages()
        .map(({ name }) => name)
        .filter((name) => /^(?:value|document|guide)\//.test(name))
        .join(' '),
      examples: listPages().flatMap(({ name, about }) =>
        name.startsWith('example/') ? [`${name}: ${about}`] : [],
      ),
      hazards: HAZARDS.map(sayHazard),
    };
    return { text: say(data), data } satisfies Done;
  },
});

/** Names of the widgets or actions that the reference has pages for. */
function namesOf(group: string): string {
  return listPages()
    .flatMap(({ name }) => (name.startsWith(`${group}/`) ? [name.slice(group.length + 1)] : []))
    .join(' ');
}

function say(data: {
  readonly newScreen: readonly string[];
  readonly examples: readonly string[];
  readonly hazards: readonly string[];
  readonly [member: string]: unknown;
}): string {
  const { newScreen, examples, hazards, ...lists } = data;
  const lines = Object.entries(lists).map(([name, value]) =>
    Array.isArray(value) && value.length > 0
      ? `${name}:\n${value.map((one) => `  ${typeof one === 'string' ? one : JSON.stringify(one)}`).join('\n')}`
      : `${name}: ${JSON.stringify(value)}`,
  );
  return [
    ...lines,
    `A new screen needs:\n${newScreen.map((one) => `- ${one}`).join('\n')}`,
    `Examples, whole projects for reference:\n${examples.map((one) => `- ${one}`).join('\n')}`,
    `Hazards:\n${hazards.map((one) => `- ${one}`).join('\n')}`,
  ].join('\n');
}

function sayNewScreen(schemaOf: ReturnType<typeof schemaNames>): readonly string[] {
  return [
    `screens/<id>.screen.json: "$schema": "${schemaOf('screen.schema.json', 1)}", "grammar": ${GRAMMAR}, id, routes, title, body; "public": true if it opens without a session; data for what it reads; state for values that it stores; overlays; bar for its buttons. (reference document/screen)`,
    `for each call schemas/api/<name>.endpoint.json with "$schema": "${schemaOf('endpoint.schema.json', 2)}", and fixtures/api/<name>/standard.json: what its reply has at "at". (reference document/endpoint)`,
    `fixtures/scenarios/<name>.json with "$schema": "${schemaOf('scenario.schema.json', 2)}" and "opens": ["<id>"]: which replies the simulated service gives; other replies are further files beside standard.json. (reference document/scenario)`,
    `fixtures/states/<id>.json with "$schema": "${schemaOf('states.schema.json', 2)}": states beyond the default, reached by steps such as tap, type and see. (reference document/states)`,
    `fixtures/scripts/<id>.json with "$schema": "${schemaOf('scripts.schema.json', 2)}": journeys through the screen with expected requests. (reference document/scripts)`,
    'all documents of one screen, explained and to copy: reference guide/whole-screen and example/whole-screen, with the widgets and actions that you use, in one call. All names are below: the list of the reference has no others.',
    'all of them in one call of edit with "test": ["<id>"], which renders and tests them at once; then propose.',
  ];
}

function listKind(files: readonly ProjectFile[], kind: string): readonly { name: string; path: string }[] {
  return files.flatMap(({ path }) => {
    const found = documentKind(path);
    return found?.kind === kind ? [{ name: found.name, path }] : [];
  });
}

function describeApp(app: Json): object {
  const { name, languages, currency = 'none', session, kept, config, lists } = app;
  const hosts = app['hosts'];
  return {
    app: wordOf(name),
    grammar: GRAMMAR,
    languages,
    currency,
    session: Object.keys(isJson(session) ? session : {}),
    kept: Object.keys(isJson(kept) ? kept : {}),
    config: Object.keys(isJson(config) ? config : {}),
    lists: Object.keys(isJson(lists) ? lists : {}),
    hosts,
  };
}

function describeScreen(
  id: string,
  path: string,
  values: ReadonlyMap<string, Json>,
  all: readonly (readonly [path: string, value: Json])[],
): object {
  const screen = values.get(path) ?? {};
  const scenarios = all.flatMap(([file, value]) =>
    file.startsWith('fixtures/scenarios/') && itemsOf(value, 'opens').includes(id)
      ? [file.slice('fixtures/scenarios/'.length, -'.json'.length)]
      : [],
  );
  return {
    id,
    path,
    title: wordOf(screen['title'] ?? ''),
    routes: screen['routes'] ?? [],
    states: namesIn(values.get(`fixtures/states/${id}.json`), 'states'),
    scripts: namesIn(values.get(`fixtures/scripts/${id}.json`), 'scripts'),
    scenarios,
  };
}

function describeContract(name: string, path: string, contract: Json): object {
  const { method, safe } = contract;
  return {
    name,
    path,
    call: `${wordOf(method)} ${wordOf(contract['path'] ?? '')}`,
    safe,
    request: Object.keys(recordOf(recordOrUndefined(contract['request']), 'properties')),
    reply: Object.keys(recordOf(recordOrUndefined(contract['reply']), 'properties')),
  };
}

function valueOf(file: ProjectFile): Json {
  return recordOrUndefined(parseFile(file).document?.value) ?? {};
}

function recordOrUndefined(value: unknown): Json | undefined {
  return isJson(value) ? value : undefined;
}

function recordOf(value: Json | undefined, member: string): Json {
  return recordOrUndefined(value?.[member]) ?? {};
}

function itemsOf(value: Json | undefined, member: string): readonly unknown[] {
  const items = value?.[member];
  return Array.isArray(items) ? items : [];
}

function namesIn(value: Json | undefined, member: string): readonly string[] {
  return itemsOf(value, member).flatMap((item) => (isJson(item) ? [wordOf(item['name'] ?? '')] : []));
}
