import { LEGAL_CODES } from '#renderer/grammar/lint/law.ts';
import { isAsset } from '#src/shared/project-paths.ts';
import { openDatabase } from '#src/server/registry/database.ts';
import { createStaffToken } from '#src/server/staff/tokens.ts';

export type Send = (files: readonly { readonly path: string; readonly text: string }[]) => Promise<{
  readonly status: number;
  readonly problems: readonly {
    readonly code: string;
    readonly file: string;
    readonly line: number;
    readonly column: number;
  }[];
}>;

/** Replaces each image, because the check does not read the content of images. */
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** Acknowledges every legal warning, so that only refusals are tested. */
const meant = Object.fromEntries(LEGAL_CODES.map((code) => [code, 'A test.']));

/** The publish API without the check on the client. */
export async function openApi(): Promise<Send> {
  const { createRegistryApi } = await import('#src/server/registry/api.ts');
  const database = await openDatabase(':memory:');
  const token = (await createStaffToken(database, 0)) ?? '';
  const api = createRegistryApi({ database, now: () => 5_000, afterChange: () => Promise.resolve() });
  return async (files) => {
    const encoded = Object.fromEntries(
      files.map(({ path, text }) => [path, Buffer.from(isAsset(path) ? PICTURE : text).toString('base64')]),
    );
    const reply = await api.request('/capiz/api/v1/releases', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ files: encoded, reason: 'A test.', meant }),
    });
    const { error } = (await reply.json()) as {
      error?: { problems?: Awaited<ReturnType<Send>>['problems'] };
    };
    return { status: reply.status, problems: error?.problems ?? [] };
  };
}
