import type { Approval } from './releases-api.ts';

/** Whether the approval counts: the approver may still approve, and has not written the change. */
export function counts({ fault }: Approval): boolean {
  return fault === undefined;
}

/** Shows what the approver looked at, who invited the approver, and why an approval does not count. */
export function ApprovalNote({ approval: { pictures, invitedBy, fault } }: { readonly approval: Approval }) {
  return (
    <span className="st-soft">
      {sayPictures(pictures)} {invitedBy.length === 0 ? '' : `Invited by ${invitedBy.join(', ')}.`}
      {fault === undefined ? '' : ` Does not count: ${fault}`}
    </span>
  );
}

function sayPictures(pictures: Approval['pictures']): string {
  if (pictures === 'none') return 'Given without pictures.';
  if (pictures === 'unknown') return 'It was not recorded whether pictures were looked at.';
  const { seen, notCompared } = pictures;
  const looked =
    seen === 0
      ? 'No picture differed'
      : `Looked at ${seen === 1 ? 'the picture that differs' : `all ${seen} pictures that differ`}`;
  return notCompared === 0 ? `${looked}.` : `${looked}; ${notCompared} states were not compared.`;
}
