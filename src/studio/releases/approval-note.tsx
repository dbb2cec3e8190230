import type { Approval } from './releases-api.ts';

/** Whether the approval counts: the approver may still approve, and has not written the change. */
export function counts({ fault }: Approval): boolean {
  return fault === undefined;
}

/** Shows who invited the approver, and why an approval does not count. */
export function ApprovalNote({ approval: { invitedBy, fault } }: { readonly approval: Approval }) {
  return (
    <span className="st-soft">
      {invitedBy.length === 0 ? '' : `Invited by ${invitedBy.join(', ')}.`}
      {fault === undefined ? '' : ` Does not count: ${fault}`}
    </span>
  );
}
