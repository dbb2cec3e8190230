import { APPROVAL, REPLY } from '#src/shared/operation-bodies.ts';
import { HASH, NAME } from '#src/shared/operation-schemas.ts';
import { kindsOfRelease } from './about-release.ts';
import { askForChanges, withdrawChangeRequest } from './change-requests.ts';
import { RegistryRefusal } from './failures.ts';
import { defineOperation, type Operation } from './operation.ts';
import { approve, listApprovals } from './second-person.ts';

/** What a reviewer decides about a release: to approve it, or to ask for changes. */
export const REVIEW_OPERATIONS: readonly Operation[] = [
  defineOperation({
    id: 'approveRelease',
    method: 'post',
    path: '/releases/{release}/approve',
    may: 'approve',
    on: ({ database: { queries }, params }) => kindsOfRelease(queries, params.release),
    summary:
      'Approves exactly this content, by a person who is not an author of its changes. With a token it is recorded as given without pictures, and 403 if the live review policy needs pictures.',
    params: { release: HASH },
    body: APPROVAL,
    async run({ database, act, via, params: { release }, body }) {
      if (body.pictures !== undefined && via === 'token') {
        const fault =
          'With a token nobody looks at pictures: leave out `pictures`, or approve in the studio.';
        throw new RegistryRefusal('invalid', fault);
      }
      await approve(database, { release, ...body, ...act });
      return { release, approvals: await listApprovals(database.queries, release) };
    },
  }),
  defineOperation({
    id: 'askForChanges',
    method: 'post',
    path: '/releases/{release}/change-requests',
    may: 'approve',
    summary:
      'Asks the author for changes. The release cannot be published until the caller withdraws it; a changed draft makes another release.',
    params: { release: HASH },
    body: REPLY,
    run: async ({ database, act, newId, params: { release }, body }) => ({
      asked: await askForChanges(database, { id: newId(), release, ...body, ...act }),
    }),
  }),
  defineOperation({
    id: 'withdrawChangeRequest',
    method: 'post',
    path: '/change-requests/{request}/withdraw',
    may: 'approve',
    summary: 'Withdraws the changes that the caller asked for. 409 if they are withdrawn already.',
    params: { request: NAME },
    run: async ({ database, act, params: { request } }) => ({
      asked: await withdrawChangeRequest(database, { id: request, ...act }),
    }),
  }),
];
