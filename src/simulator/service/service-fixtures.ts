import type { Member } from '#renderer/grammar/type.ts';
import type { Case, Memory } from '../scenarios/case.ts';
import type { Payload } from '../scenarios/payload.ts';

/** Answers for scenarios without their own: `fixtures/service.json`, and the fixtures of endpoints. */
export interface ServiceAnswers {
  /** By endpoint, the name of the handler. */
  readonly handlers: { readonly [endpoint: string]: string };
  /** By endpoint, the scenario that answers a caller without an order. */
  readonly anybody: { readonly [endpoint: string]: string };
  /** By endpoint, cases that come before all other answers. */
  readonly checks: { readonly [endpoint: string]: readonly Case[] };
  /** By endpoint, the cases if neither a scenario nor a handler answers. */
  readonly replies: { readonly [endpoint: string]: readonly Case[] };
  /** By endpoint, the fixture if nothing else answers. */
  readonly fixtures: { readonly [endpoint: string]: Payload };
}

/** With the shared memory, for reading scenarios. */
export interface ServiceFixtures extends ServiceAnswers {
  readonly memory: { readonly types: ReadonlyMap<string, Member>; readonly initial: Memory };
}

/** The calls that a server with a real loan service answers itself: lists of places. */
export const OWN_ANSWERS: ServiceAnswers = {
  handlers: { cities: 'cities' },
  anybody: {},
  checks: {},
  replies: {},
  fixtures: {},
};
