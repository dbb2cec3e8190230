import * as v from 'valibot';
import { defineOperation, type Operation } from '../registry/operation.ts';
import { ASSET_NAME } from '#src/shared/operation-bodies.ts';
import { BASE64, exactObject, NAME, REVISION } from '#src/shared/operation-schemas.ts';
import { addAsset, listAssets, removeAsset } from './assets.ts';

/** The largest accepted image, 4 MiB, in Base64, with the rest of the body. */
const LARGEST_BYTES = 6 * 1024 * 1024;

export const ASSET_OPERATIONS: readonly Operation[] = [
  defineOperation({
    id: 'listAssets',
    method: 'get',
    path: '/assets',
    may: 'read',
    summary:
      'Images of screens: of a draft, or of the live release and every open draft; each with the documents that refer to it with `asset:<name>`.',
    query: { draft: v.exactOptional(NAME) },
    run: async ({ database: { queries }, query: { draft } }) => ({
      assets: await listAssets(queries, draft),
    }),
  }),
  defineOperation({
    id: 'addAsset',
    method: 'post',
    path: '/drafts/{draft}/assets',
    may: 'edit',
    mostAMinute: 60,
    largest: LARGEST_BYTES,
    summary:
      'Adds a JPEG or PNG to a draft, re-encoded without hidden data; it replaces one with the same name. 400 with a message for people if it is refused.',
    params: { draft: NAME },
    body: exactObject({ seen: REVISION, name: ASSET_NAME, base64: BASE64 }),
    run({ database, act, params: { draft }, body }) {
      const { seen, name, base64 } = body;
      return addAsset(database, { draft, seen, name, file: Buffer.from(base64, 'base64'), ...act });
    },
  }),
  defineOperation({
    id: 'removeAsset',
    method: 'post',
    path: '/drafts/{draft}/assets/{name}/remove',
    may: 'edit',
    summary: 'Removes an image from a draft. 409 while a document of the draft refers to it.',
    params: { draft: NAME, name: NAME },
    body: exactObject({ seen: REVISION }),
    async run({ database, act, params: { draft, name }, body }) {
      return {
        revision: await removeAsset(database, { draft, name, ...body, ...act }),
      };
    },
  }),
];
