/** Downloads a text as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // After this delay the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
