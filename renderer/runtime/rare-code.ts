/* One chunk of what few plans need (`uses.rare`): the page pays for the name of each chunk. */
import '../plan/more-functions.ts';

export * from '../plan/http-contract.ts';
export { startPolling } from './polling.ts';
