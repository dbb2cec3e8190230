/**
 * Keeps the process running when nobody reads its output any more: `head` has seen enough, or what collects the log was
 * restarted. What is written afterwards is lost.
 */
export function outlivePipes(...streams: readonly NodeJS.WritableStream[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
