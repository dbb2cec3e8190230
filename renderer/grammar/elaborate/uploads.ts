import { didYouMean } from '../nearest.ts';
import type { Draft } from './draft.ts';

/** What photos and files are sent by has one file and nothing else that it requires, and answers with an address. */
export function checkUpload(draft: Draft, endpoint: unknown, pointer: string): void {
  if (typeof endpoint !== 'string') return;
  const { contracts } = draft.world;
  if (!contracts.has(endpoint)) {
    draft.report(
      'endpoint/unknown',
      pointer,
      `There is no endpoint "${endpoint}".`,
      didYouMean(endpoint, contracts.names()),
    );
    return;
  }
  const contract = contracts.get(endpoint);
  if (contract === undefined) return;
  const missing = [...contract.request].find(([, { absent }]) => !absent)?.[0];
  const { type } = contract.reply;
  const url = type.kind === 'record' ? type.members.get('url') : undefined;
  const fault =
    contract.file === undefined
      ? 'sends no file'
      : missing !== undefined
        ? `requires "${missing}" too`
        : url?.type.kind !== 'url' || url.absent
          ? 'does not answer with an address called "url"'
          : undefined;
  if (fault !== undefined) {
    draft.report('endpoint/no-upload', pointer, `The endpoint "${endpoint}" ${fault}.`);
  }
}
