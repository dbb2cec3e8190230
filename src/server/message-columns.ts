/** Columns that the tables of messages share. */
export interface MessageColumns {
  id: string;
  /** Time of the change. */
  at: number;
  tries: number;
  /** Time of the next attempt. */
  due: number;
  state: 'waiting' | 'sent' | 'given-up';
  /** Result of the last attempt; null before it. */
  outcome: string | null;
}
