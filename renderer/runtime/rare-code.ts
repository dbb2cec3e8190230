/** One chunk for what few plans need (`uses.http`, `uses.poll`). */
export * from '../plan/http-contract.ts';
export { startPolling } from './polling.ts';
