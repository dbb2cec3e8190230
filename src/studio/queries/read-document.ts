import type { QueryClient } from '@tanstack/react-query';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { type Ask, createApi } from '../api.ts';
import { KEYS } from './keys.ts';

/** Reads a document by the hash of its text, as JSON; undefined if it cannot be parsed. @throws Refused. */
export async function readDocument(
  client: QueryClient,
  ask: Ask,
  { path, hash }: { readonly path: string; readonly hash: string },
): Promise<unknown> {
  const { value } = await client.fetchQuery({
    queryKey: KEYS.document(path, hash),
    staleTime: Infinity,
    async queryFn() {
      const text = await createApi(ask).readText(path, hash);
      return { value: parseDocument(text ?? '', path).document?.value };
    },
  });
  return value;
}
