/** Builds a byte string; the only mutable part of creating keys. */
export class ByteWriter {
  private bytes = Buffer.allocUnsafe(64);
  private byteCount = 0;

  get length(): number {
    return this.byteCount;
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.byteCount++] = value;
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.byteCount);
    this.byteCount += bytes.length;
  }

  /** Bytes of text, terminated so that no text is a prefix of another: 00 becomes 00 FF, the end is 00 01. */
  text(value: string): void {
    const bytes = Buffer.from(value, 'utf8');
    if (!bytes.includes(0)) {
      this.raw(bytes);
    } else {
      for (const byte of bytes) {
        this.byte(byte);
        if (byte === 0) this.byte(0xff);
      }
    }
    this.byte(0);
    this.byte(1);
  }

  /** A double as bytes whose memcmp order is the numeric order; NaN first, -0 equal to 0. */
  double(value: number): void {
    const bytes = Buffer.alloc(8);
    if (!Number.isNaN(value)) {
      bytes.writeDoubleBE(value === 0 ? 0 : value);
      const isNegative = (bytes[0] ?? 0) >= 0x80;
      for (let at = 0; at < 8; at += 1)
        bytes[at] = (bytes[at] ?? 0) ^ (isNegative ? 0xff : at === 0 ? 0x80 : 0);
    }
    this.raw(bytes);
  }

  unsigned32(value: number): void {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value >>> 0);
    this.raw(bytes);
  }

  /** Reverses the order from `start` on, for a descending field. */
  invertFrom(start: number): void {
    for (let at = start; at < this.byteCount; at += 1) this.bytes[at] = (this.bytes[at] ?? 0) ^ 0xff;
  }

  toBytes(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.byteCount));
  }

  private reserve(more: number): void {
    if (this.byteCount + more <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.byteCount + more));
    this.bytes.copy(grown, 0, 0, this.byteCount);
    this.bytes = grown;
  }
}
