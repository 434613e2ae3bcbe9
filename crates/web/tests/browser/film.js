// Pictures of the page as an animated GIF that begins again at its end: every frame holds only what has changed.
// The value is an object with `add` (a PNG in base64 and how long it is seen, in hundredths of a second) and `write`.

(() => {
  const frames = [];

  async function add(png, hundredths) {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(picture, 0, 0);
    const { data } = pen.getImageData(0, 0, picture.width, picture.height);
    const pixels = Uint32Array.from({ length: data.length / 4 }, (_, k) => (data[4 * k] << 16) | (data[4 * k + 1] << 8) | data[4 * k + 2]);
    frames.push({ width: picture.width, height: picture.height, pixels, hundredths });
    return frames.length;
  }

  /** The colours that are used most, as many as a palette has beside the one that stays clear. */
  function palette(pixels) {
    const counts = new Map();
    for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 255).map(([colour]) => colour);
  }

  /** The place of the nearest colour. */
  function nearest(colours) {
    const known = new Map(colours.map((colour, k) => [colour, k]));
    const far = (a, b) => [16, 8, 0].reduce((sum, shift) => sum + (((a >> shift) & 255) - ((b >> shift) & 255)) ** 2, 0);
    return (colour) => {
      if (!known.has(colour)) known.set(colour, colours.reduce((best, one, k) => (far(one, colour) < far(colours[best], colour) ? k : best), 0));
      return known.get(colour);
    };
  }

  /** The rectangle in which two frames differ. */
  function changed({ width, height, pixels }, before) {
    if (!before) return { left: 0, top: 0, right: width - 1, bottom: height - 1 };
    const box = { left: width, top: height, right: -1, bottom: -1 };
    pixels.forEach((colour, at) => {
      if (colour === before.pixels[at]) return;
      const [x, y] = [at % width, Math.floor(at / width)];
      Object.assign(box, { left: Math.min(box.left, x), top: Math.min(box.top, y), right: Math.max(box.right, x), bottom: Math.max(box.bottom, y) });
    });
    return box.right < 0 ? null : box;
  }

  /** Indices as LZW codes, in blocks of 255 bytes. */
  function compress(indices) {
    const [clear, end] = [256, 257];
    const bytes = [];
    let [held, bits, size, next] = [0, 0, 9, 258];
    let known = new Map();
    const push = (code) => {
      held |= code << bits;
      bits += size;
      for (; bits >= 8; bits -= 8, held >>>= 8) bytes.push(held & 255);
    };
    push(clear);
    let current = indices[0];
    for (let k = 1; k < indices.length; k += 1) {
      const key = (current << 8) | indices[k];
      if (known.has(key)) {
        current = known.get(key);
        continue;
      }
      push(current);
      current = indices[k];
      if (next < 4096) {
        known.set(key, next);
        if (next === 1 << size) size += 1;
        next += 1;
      } else {
        push(clear);
        [known, size, next] = [new Map(), 9, 258];
      }
    }
    push(current);
    push(end);
    if (bits > 0) bytes.push(held & 255);
    const out = [8];
    for (let k = 0; k < bytes.length; k += 255) out.push(Math.min(255, bytes.length - k), ...bytes.slice(k, k + 255));
    return [...out, 0];
  }

  const two = (number) => [number & 255, number >> 8];

  function write() {
    const [{ width, height }] = frames;
    const out = [...new TextEncoder().encode("GIF89a"), ...two(width), ...two(height), 0x70, 0, 0,
      0x21, 0xff, 11, ...new TextEncoder().encode("NETSCAPE2.0"), 3, 1, 0, 0, 0];
    const shown = [];
    for (const frame of frames) {
      const last = shown.at(-1);
      const box = changed(frame, last);
      // Nothing has changed: the picture stays a little longer.
      if (box) shown.push({ ...frame, box, before: last });
      else last.hundredths += frame.hundredths;
    }
    for (const { pixels, hundredths, box: { left, top, right, bottom }, before } of shown) {
      const spots = [];
      for (let y = top; y <= bottom; y += 1) for (let x = left; x <= right; x += 1) spots.push(y * width + x);
      const stays = (at) => before?.pixels[at] === pixels[at];
      const colours = palette(spots.filter((at) => !stays(at)).map((at) => pixels[at]));
      const place = nearest(colours);
      out.push(0x21, 0xf9, 4, 0b101, ...two(hundredths), 255, 0, 0x2c, ...two(left), ...two(top), ...two(right - left + 1), ...two(bottom - top + 1), 0x87);
      for (let k = 0; k < 256; k += 1) out.push((colours[k] ?? 0) >> 16, ((colours[k] ?? 0) >> 8) & 255, (colours[k] ?? 0) & 255);
      for (const byte of compress(spots.map((at) => (stays(at) ? 255 : place(pixels[at]))))) out.push(byte);
    }
    out.push(0x3b);
    const file = new FileReader();
    file.readAsDataURL(new Blob([new Uint8Array(out)]));
    return new Promise((done) => { file.onload = () => done(file.result.split(",")[1]); });
  }

  return { add, write };
})()
