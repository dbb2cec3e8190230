import { NOT_UPLOADED } from '../../plan/upload-kinds.ts';
import type { Contract } from '../contracts.ts';
import type { Draft } from './draft.ts';
import { findContract } from './endpoints.ts';

/** Checks the endpoint of an upload: it sends one file, requires nothing else, and replies with a `url`. */
export function checkUpload(
  draft: Draft,
  endpoint: unknown,
  pointer: string,
  widget: keyof typeof NOT_UPLOADED,
): void {
  if (typeof endpoint !== 'string') return;
  const contract = findContract(draft, endpoint, pointer);
  if (contract === undefined) return;
  const missing = [...contract.request].find(([, { absent }]) => !absent)?.[0];
  const { type } = contract.reply;
  const url = type.kind === 'record' ? type.members.get('url') : undefined;
  const fault =
    contract.file === undefined
      ? 'sends no file'
      : missing !== undefined
        ? `requires "${missing}", which an upload does not send`
        : url?.type.kind !== 'url' || url.absent
          ? 'has no URL "url" in its reply'
          : undefined;
  if (fault !== undefined) {
    draft.report('endpoint/no-upload', pointer, `The endpoint "${endpoint}" ${fault}.`);
  } else if (!saysLost(contract)) {
    draft.report(
      'endpoint/upload-effect',
      pointer,
      `The contract of "${endpoint}" has no "effect" that says why a second upload of the same file does no harm, and whose "lost" is the text that "${widget}" shows when the answer is lost.`,
      `give it an "effect" that is "idempotent", with "lost": "${NOT_UPLOADED[widget]}"`,
    );
  }
}

/** Whether upload fields show the text that the contract has for a lost upload. */
function saysLost({ effect }: Contract): boolean {
  return effect?.is === 'idempotent' && Object.values<string>(NOT_UPLOADED).includes(effect.lost);
}
