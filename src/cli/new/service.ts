import type { ProjectFile } from '#src/shared/project-files.ts';
import { titleOf } from '#src/shared/title-of.ts';
import type { schemaNames } from '#src/shared/schema-names.ts';
import { type NewFile, newDocument, newJson } from './files.ts';

type Schemas = ReturnType<typeof schemaNames>;

/** A contract, and a reply for it. */
export function beginEndpoint(name: string, schemas: Schemas, isPost: boolean): readonly NewFile[] {
  const contract = {
    $schema: schemas('endpoint.schema.json', 2),
    name,
    method: isPost ? 'POST' : 'GET',
    path: `/api/${name}`,
    encoding: isPost ? 'json' : 'query',
    client: 'json',
    safe: !isPost,
    ...(isPost && { effect: EFFECT }),
    request: isPost ? REQUEST : { type: 'object', properties: {} },
    success: { at: '/code', is: ['0'] },
    error: { code: '/code', message: '/message', fields: '/fields' },
    reply: isPost ? { type: 'object', at: '/data', properties: {} } : REPLY,
  };
  return [
    newDocument(`schemas/api/${name}.endpoint.json`, contract),
    newJson(
      `fixtures/api/${name}/standard.json`,
      isPost ? {} : { items: [{ text: 'The first' }, { text: 'The second' }] },
    ),
  ];
}

const EFFECT = {
  is: 'idempotent',
  reason: 'Say here why the same body sent twice does no harm.',
  lost: 'We got no answer. Look at the list before you send it again.',
};

const REQUEST = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } };

const REPLY = {
  type: 'object',
  at: '/data',
  required: ['items'],
  properties: {
    items: {
      type: 'array',
      maxItems: 100,
      items: { type: 'object', required: ['text'], properties: { text: { read: 'text' } } },
    },
  },
};

/** A scenario without special replies; it opens the screen of the same name. */
export function beginScenario(
  name: string,
  schemas: Schemas,
  files: readonly ProjectFile[],
): readonly NewFile[] {
  const isScreen = files.some(({ path }) => path === `screens/${name}.screen.json`);
  return [
    newJson(`fixtures/scenarios/${name}.json`, {
      $schema: schemas('scenario.schema.json', 2),
      title: titleOf(name),
      about: 'Say here what is particular about it.',
      group: titleOf(name),
      opens: isScreen ? [name] : [],
      productId: '1',
      stages: { open: { replies: {} } },
    }),
  ];
}
