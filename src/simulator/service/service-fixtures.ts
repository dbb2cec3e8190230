import type { Member } from '#renderer/grammar/type.ts';
import type { Case, Memory } from '../scenarios/case.ts';
import type { Payload } from '../scenarios/payload.ts';

/** What every scenario answers where it says nothing itself: `fixtures/service.json`, and the fixtures of endpoints. */
export interface ServiceAnswers {
  /** By endpoint, the name of the code that answers. */
  readonly handlers: { readonly [endpoint: string]: string };
  /** By endpoint, the scenario that answers a caller without an order. */
  readonly anybody: { readonly [endpoint: string]: string };
  /** By endpoint, what is tried before whatever else answers. */
  readonly checks: { readonly [endpoint: string]: readonly Case[] };
  /** By endpoint, what answers where neither a scenario nor code does. */
  readonly replies: { readonly [endpoint: string]: readonly Case[] };
  /** By endpoint, the fixture that answers where nothing else does. */
  readonly fixtures: { readonly [endpoint: string]: Payload };
}

/** The same with what scenarios are read with. */
export interface ServiceFixtures extends ServiceAnswers {
  readonly memory: { readonly types: ReadonlyMap<string, Member>; readonly initial: Memory };
}

/** Of a server beside a real loan service: lists of places are our own in any case. */
export const OWN_ANSWERS: ServiceAnswers = {
  handlers: { cities: 'cities' },
  anybody: {},
  checks: {},
  replies: {},
  fixtures: {},
};
