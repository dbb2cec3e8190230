import type { Approval } from './releases-api.ts';

/** Whether its giver may still give it, and brought nothing of what was approved. */
export function counts({ fault }: Approval): boolean {
  return fault === undefined;
}

/** Who let the approver in, and why an approval does not count. */
export function ApprovalNote({ approval: { invitedBy, fault } }: { readonly approval: Approval }) {
  return (
    <span className="st-soft">
      {invitedBy.length === 0 ? '' : `Invited by ${invitedBy.join(', ')}.`}
      {fault === undefined ? '' : ` Does not count: ${fault}`}
    </span>
  );
}
