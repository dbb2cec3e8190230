/* Code that few plans need (`uses.http`, `uses.functions`). It is one chunk, because the page pays for the name of each. */
import './more-functions.ts';

export * from './http-contract.ts';
