/**
 * The text of a file. Spreadsheets also save in the old encoding of Windows, in which no text with accents is valid UTF-8.
 * @throws when the browser cannot read the file
 */
export function readTextFile(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const bytes = new Uint8Array(reader.result as ArrayBuffer);
      try {
        resolve(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
      } catch {
        resolve(new TextDecoder('windows-1252').decode(bytes));
      }
    };
    reader.onerror = () => {
      reject(reader.error ?? new Error('The file could not be read.'));
    };
    reader.readAsArrayBuffer(file);
  });
}
