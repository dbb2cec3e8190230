/** Has the browser keep a text as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun the download by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
