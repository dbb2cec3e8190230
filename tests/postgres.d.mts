/** A PostgreSQL of its own, on a free port of 127.0.0.1, in a temporary folder. */
export interface RunningPostgres {
  /** Without a database's name: `postgres://capiz@127.0.0.1:54321`. */
  readonly address: string;
  /** Of the server's first process. */
  readonly pid: number;
  readonly folder: string;
  stop(): void;
}

export function startPostgres(settings?: readonly string[]): RunningPostgres;
