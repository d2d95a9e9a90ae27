// Runs looks in WebGL2: the passes that `tintype export LOOK --to glsl -o look.json` writes.
//
//   const tintype = new Tintype(document.querySelector('canvas'))
//   const look = tintype.load(await (await fetch('look.json')).json())
//   tintype.photo(image)
//   look.set({ strength: 0.5 }).render()
//
// One context serves any number of looks and one photo. Errors are thrown, with the reason in the message.

const single = Math.fround
const tiny = 1.17549435e-38
const angle = (x) => (Math.abs(x) <= 65536 ? x : 0)

/** What numbers of a description are computed by: each rounds to single precision, as a render does. */
const operations = {
  add: (a, b) => single(a + b), subtract: (a, b) => single(a - b), multiply: (a, b) => single(a * b),
  divide: (a, b) => single(a / b), multiplyAdd: (a, b, c) => single(a * b + c), negate: (a) => -a,
  minimum: (a, b) => (a < b ? a : b), maximum: (a, b) => (a > b ? a : b), absolute: Math.abs, floor: Math.floor,
  squareRoot: (a) => single(Math.sqrt(a)), exp2: (a) => single(2 ** a) || 0,
  log2: (a) => single(Math.log2(a > tiny ? Math.min(a, 2 ** 128) : tiny)),
  power: (a, b) => (a >= tiny ? single(Math.min(a, 2 ** 128) ** b) || 0 : 0),
  sine: (a) => single(Math.sin(angle(a))), cosine: (a) => single(Math.cos(angle(a))),
  arcTangent: (a) => single(Math.atan(a)) || 0,
  srgbCode: (a) => {
    const code = a > 0 ? (a <= 0.0031308 ? a * 12.92 : 1.055 * a ** (1 / 2.4) - 0.055) : 0
    return single(Math.floor(Math.min(code, 1) * 255 + 0.5) / 255)
  },
  less: (a, b) => a < b, lessOrEqual: (a, b) => a <= b, equal: (a, b) => a === b,
  and: (a, b) => a && b, or: (a, b) => a || b, not: (a) => !a, select: (a, b, c) => (a ? b : c),
}

/** How often a blur halves, and the weights of a pixel and its neighbors then; null for a blur that does nothing. */
function gaussianSteps(sigma) {
  if (!(sigma >= 0.2)) return null
  sigma = Math.min(sigma, 65536)
  let halvings = 0
  let scale = 1
  for (; sigma / scale >= 4; scale *= 2) halvings++
  const rest = (sigma * sigma - (2 * (scale * scale - 1)) / 3) / (scale * scale)
  const reach = Math.min(Math.ceil(4 * Math.sqrt(rest)), 16)
  const parts = Array.from({ length: reach + 1 }, (_, x) => Math.exp((-x * x) / (2 * rest)))
  const sum = parts.reduce((sum, part) => sum + 2 * part, -parts[0])
  return { halvings, reach, weights: parts.map((part) => part / sum) }
}

/** A canvas with its context, the photo, and the looks that are drawn into it. */
export class Tintype {
  /**
   * @param {HTMLCanvasElement|OffscreenCanvas} canvas It takes the size of each result.
   * @param {{onRestore?: () => void}} [options] `onRestore` is called when a lost context is back: render again.
   * @throws {Error} without WebGL2, or where it draws into no textures of floats.
   */
  constructor(canvas, { onRestore = () => {} } = {}) {
    this.canvas = canvas
    this.looks = new Set()
    this.listeners = {
      webglcontextlost: (event) => { event.preventDefault(); this.isLost = true },
      webglcontextrestored: () => { this.#start(); onRestore() },
    }
    for (const [name, listener] of Object.entries(this.listeners)) canvas.addEventListener(name, listener)
    this.#start()
  }

  #start() {
    const gl = this.gl = this.canvas.getContext('webgl2', {
      alpha: true, premultipliedAlpha: false, antialias: false, depth: false, preserveDrawingBuffer: true,
    })
    if (!gl) throw new Error('This browser has no WebGL2.')
    const isFull = gl.getExtension('EXT_color_buffer_float')
    if (!isFull && !gl.getExtension('EXT_color_buffer_half_float')) {
      throw new Error('WebGL2 draws into no textures of floats here.')
    }
    /** 'float', or 'half' where passes store half precision, which costs a code or two of 8 bits. */
    this.precision = isFull ? 'float' : 'half'
    this.isLost = false
    this.pool = new Map()
    this.programs = new Map()
    this.framebuffers = [gl.createFramebuffer(), gl.createFramebuffer()]
    gl.bindVertexArray(gl.createVertexArray())
    gl.disable(gl.DITHER)
    this.source = null
    for (const look of this.looks) look.start()
    if (this.image) this.photo(...this.image)
  }

  /**
   * Takes the photo that looks are rendered of, until the next one.
   * @param {TexImageSource|{width: number, height: number, data: Uint8Array|Uint8ClampedArray|Float32Array}} image What
   *   a texture can be made of, or the numbers of red, green, blue and straight alpha, row by row from the top: bytes,
   *   or floats from 0 to 1. Decode files with `createImageBitmap(blob, {premultiplyAlpha: 'none',
   *   colorSpaceConversion: 'none'})` for the exact codes.
   * @param {{width?: number, height?: number}} [size] To work at another size, such as that of a preview.
   */
  photo(image, size = {}) {
    this.image = [image, size]
    if (this.isLost) return
    this.free(this.source)
    this.source = this.upload(image)
    const { width = this.source.width, height = this.source.height } = size
    while (this.source.width !== width || this.source.height !== height) {
      // Halves at most, so that every pixel counts.
      const next = [Math.max(width, this.source.width >> 1), Math.max(height, this.source.height >> 1)]
      const scaled = this.take(0, 0, next[0], next[1], 'bytes')
      this.#copy(this.source, scaled.texture, [0, 0, ...next])
      this.free(this.source)
      this.source = scaled
    }
  }

  /**
   * @param {object} description What `tintype export` wrote, parsed.
   * @returns {Look}
   * @throws {Error} for another format, and for shaders that do not compile.
   */
  load(description) {
    const look = new Look(this, description)
    this.looks.add(look)
    return look
  }

  /** Gives everything back; the canvas keeps its pixels. */
  dispose() {
    for (const [name, listener] of Object.entries(this.listeners)) this.canvas.removeEventListener(name, listener)
    this.gl.getExtension('WEBGL_lose_context')?.loseContext()
    this.looks.clear()
  }

  // What follows is for looks.

  program(lines) {
    const text = lines.join('\n')
    const known = this.programs.get(text)
    if (known) return known
    const { gl } = this
    const program = gl.createProgram()
    const corners = '#version 300 es\nvoid main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }'
    for (const [type, source] of [[gl.VERTEX_SHADER, corners], [gl.FRAGMENT_SHADER, text]]) {
      const shader = gl.createShader(type)
      gl.shaderSource(shader, source)
      gl.compileShader(shader)
      gl.attachShader(program, shader)
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) {
        throw new Error(`${lines[1]}: ${gl.getShaderInfoLog(shader)}`)
      }
    }
    gl.linkProgram(program)
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
      throw new Error(`${lines[1]}: ${gl.getProgramInfoLog(program)}`)
    }
    const uniforms = new Map()
    for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); i++) {
      const { name, type } = gl.getActiveUniform(program, i)
      uniforms.set(name.replace('[0]', ''), { type, location: gl.getUniformLocation(program, name) })
    }
    const made = { program, uniforms }
    this.programs.set(text, made)
    return made
  }

  format(channels) {
    const { gl } = this
    if (channels === 'bytes') return [gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE]
    const bits = this.precision === 'float' ? '32F' : '16F'
    return [gl[['R', 'RG', 'RGBA', 'RGBA'][channels - 1] + bits], gl.RGBA, gl.FLOAT]
  }

  /** A picture of a rectangle, of some channels of floats or of bytes. */
  take(x, y, width, height, channels) {
    const { gl } = this
    const most = gl.getParameter(gl.MAX_TEXTURE_SIZE)
    if (Math.max(width, height) > most) {
      throw new RangeError(`A picture of ${width} x ${height} is larger than ${most} pixels; take a smaller photo.`)
    }
    const key = `${width} ${height} ${channels}`
    let texture = this.pool.get(key)?.pop()
    if (!texture) {
      texture = this.texture(gl.TEXTURE_2D)
      gl.texStorage2D(gl.TEXTURE_2D, 1, this.format(channels)[0], Math.max(width, 1), Math.max(height, 1))
    }
    return { texture, key, x, y, width, height, channels }
  }

  free(picture) {
    if (!picture) return
    this.free(picture.half)
    picture.half = null
    if (!this.pool.has(picture.key)) this.pool.set(picture.key, [])
    this.pool.get(picture.key).push(picture.texture)
  }

  texture(target) {
    const { gl } = this
    const texture = gl.createTexture()
    gl.bindTexture(target, texture)
    for (const name of ['MIN_FILTER', 'MAG_FILTER']) gl.texParameteri(target, gl['TEXTURE_' + name], gl.NEAREST)
    for (const name of ['WRAP_S', 'WRAP_T']) gl.texParameteri(target, gl['TEXTURE_' + name], gl.CLAMP_TO_EDGE)
    return texture
  }

  upload(image) {
    const { gl } = this
    const width = image.videoWidth || image.naturalWidth || image.displayWidth || image.width
    const height = image.videoHeight || image.naturalHeight || image.displayHeight || image.height
    if (!(width > 0 && height > 0)) throw new Error('The picture has no pixels (yet).')
    const isFloat = image.data instanceof Float32Array
    const picture = this.take(0, 0, width, height, isFloat ? 4 : 'bytes')
    gl.bindTexture(gl.TEXTURE_2D, picture.texture)
    gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE)
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1)
    const [, format, type] = this.format(picture.channels)
    if (ArrayBuffer.isView(image.data)) {
      const bytes = isFloat ? image.data : new Uint8Array(image.data.buffer, image.data.byteOffset, image.data.length)
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, format, type, bytes)
    } else {
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, format, type, image)
    }
    return picture
  }

  /** Draws a picture by a program, whose uniforms and pictures have names. */
  draw({ program, uniforms }, target, values, pictures) {
    const { gl } = this
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffers[0])
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, target.texture, 0)
    gl.viewport(0, 0, target.width, target.height)
    if (!(target.width * target.height)) gl.clear(gl.COLOR_BUFFER_BIT)
    gl.useProgram(program)
    let unit = 0
    for (const [name, { type, location }] of uniforms) {
      const value = values[name]
      switch (type) {
        case gl.SAMPLER_2D: case gl.SAMPLER_3D:
          gl.activeTexture(gl.TEXTURE0 + unit)
          gl.bindTexture(type === gl.SAMPLER_2D ? gl.TEXTURE_2D : gl.TEXTURE_3D, pictures[name].texture)
          gl.uniform1i(location, unit++)
          break
        case gl.INT_VEC2: {
          const of = name === 'origin' ? target : pictures[name.replace(/_origin$/, '')]
          gl.uniform2i(location, ...(value ?? [of.x, of.y]))
          break
        }
        case gl.INT: case gl.BOOL: gl.uniform1i(location, value); break
        case gl.UNSIGNED_INT: gl.uniform1ui(location, value); break
        case gl.FLOAT: gl.uniform1fv(location, value.length ? value : [value]); break
        default: gl[`uniform${value.length}fv`](location, value)
      }
    }
    gl.drawArrays(gl.TRIANGLES, 0, 3)
    return target
  }

  /** Copies a picture into a texture, or into the canvas, whose first row is the last. */
  #copy(picture, texture, to) {
    const { gl } = this
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.framebuffers[0])
    gl.framebufferTexture2D(gl.READ_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, picture.texture, 0)
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, texture && this.framebuffers[1])
    if (texture) gl.framebufferTexture2D(gl.DRAW_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
    const filter = texture ? gl.LINEAR : gl.NEAREST
    gl.blitFramebuffer(0, 0, picture.width, picture.height, ...to, gl.COLOR_BUFFER_BIT, filter)
  }

  show(picture) {
    const { canvas } = this
    if (canvas.width !== picture.width) canvas.width = picture.width
    if (canvas.height !== picture.height) canvas.height = picture.height
    this.#copy(picture, null, [0, picture.height, picture.width, 0])
  }
}

/** A look with values for its parameters; `Tintype.load` makes it. */
export class Look {
  constructor(host, description) {
    if (description.format !== 'tintype-passes 1') throw new Error(`This is no 'tintype-passes 1': ${description.format}`)
    this.host = host
    this.description = description
    /** The value of each open parameter, one number a lane, by name. */
    this.values = Object.fromEntries(description.parameters.map((one) => [one.name, one.default]))
    this.images = new Map()
    this.start()
  }

  start() {
    const { host: { gl }, description } = this
    this.result = null
    this.inputs = {}
    this.filters = Object.fromEntries(
      Object.entries(description.filters).map(([name, lines]) => [name, this.host.program(lines)]))
    this.programs = description.passes.map((pass) => pass.shader && this.host.program(pass.shader))
    this.tables = Object.fromEntries(description.textures.map(({ name, size, channels, data }) => {
      const numbers = new Float32Array(Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)).buffer)
      const target = size.length === 3 ? gl.TEXTURE_3D : gl.TEXTURE_2D
      const texture = this.host.texture(target)
      const [stored, format] = channels === 3 ? [gl.RGB32F, gl.RGB] : [gl.RGBA32F, gl.RGBA]
      gl[`texImage${size.length}D`](target, 0, stored, ...size, 0, format, gl.FLOAT, numbers)
      return [name, { texture }]
    }))
    for (const [name, image] of this.images) this.picture(name, image)
  }

  /**
   * Sets parameters.
   * @param {Object<string, number|boolean|number[]>} values By name: a number, truth, or one number a lane, in the
   *   numbers of `default` and `range` of the description.
   * @returns {this}
   * @throws {RangeError} for an unknown name, and for a wrong number of lanes.
   */
  set(values) {
    for (const [name, value] of Object.entries(values)) {
      const lanes = [value].flat().map(Number)
      if (!(name in this.values)) throw new RangeError(`'${this.description.name}' has no open parameter '${name}'.`)
      if (lanes.length !== this.values[name].length || lanes.some(Number.isNaN)) {
        throw new RangeError(`'${name}' takes ${this.values[name].length} numbers.`)
      }
      this.values[name] = lanes
    }
    return this
  }

  /**
   * Gives a picture besides the photo.
   * @param {string} name One of `description.inputs`.
   * @param {*} image As for `Tintype.photo`.
   * @returns {this}
   */
  picture(name, image) {
    const input = this.description.inputs.find((one) => one.name === name)
    if (!input) throw new RangeError(`'${this.description.name}' has no picture '${name}'.`)
    this.images.set(name, image)
    if (this.host.isLost) return this
    this.host.free(this.inputs[input.uniform])
    this.inputs[input.uniform] = this.host.upload(image)
    return this
  }

  /**
   * Draws the photo through the look into the canvas.
   * @param {{frame?: number, seed?: number, float?: boolean}} [options] The frame of a film, 0 for a still; where the
   *   photo's own noise starts; whether `pixels` are to be floats, in which case the canvas stays as it is.
   * @returns {?{x: number, y: number, width: number, height: number}} The rectangle of the result in the photo; null
   *   while the context is lost.
   * @throws {Error} without a photo, or without a picture of the look.
   */
  render({ frame = 0, seed = 0, float = false } = {}) {
    const { host, description: { passes, inputs, parameters } } = this
    if (host.isLost) return null
    if (!host.source) throw new Error('There is no photo yet.')
    const missing = inputs.find((one) => !this.inputs[one.uniform])
    if (missing) throw new Error(`'${this.description.name}' needs the picture '${missing.name}'.`)
    const sources = [host.source, ...inputs.map((one) => this.inputs[one.uniform])]
    const numbers = this.#numbers(sources, frame, seed)
    const uniforms = { frame, photoSeed: seed }
    for (const { name, uniform, type } of parameters) uniforms[uniform] = this.#value(name, type, seed)
    const pictures = { ...this.tables, ...this.inputs, source: host.source }
    const uses = (name) => passes.filter((pass) => pass.of === name || pass.reads?.some((read) => read.name === name)).length
    host.free(this.result)
    passes.forEach((pass, index) => {
      const read = pass.of ? [pass.of] : pass.reads.map((one) => one.name)
      let made
      if (pass.filter) {
        made = this[pass.filter](pictures[pass.of], numbers[pass.amount])
      } else {
        const isLast = index === passes.length - 1
        const target = this.#target(pass, numbers, sources, isLast && !float ? 'bytes' : pass.channels)
        made = host.draw(this.programs[index], target, uniforms, pictures)
      }
      made.uses = (made.uses ?? 0) + uses(pass.name)
      pictures[pass.name] = made
      for (const name of read) {
        if (pictures[name].uses && !--pictures[name].uses) host.free(pictures[name])
      }
    })
    this.result = pictures.result
    this.isFloat = float
    if (!float) host.show(this.result)
    const { x, y, width, height } = this.result
    return { x, y, width, height }
  }

  /**
   * The pixels of the last `render`, row by row from the top: red, green, blue and straight alpha.
   * @returns {Uint8Array|Float32Array} Floats if `render` was asked for them, else bytes.
   */
  pixels() {
    const { host: { gl, framebuffers }, result: { texture, width, height } } = this
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffers[0])
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
    const pixels = new (this.isFloat ? Float32Array : Uint8Array)(width * height * 4)
    gl.readPixels(0, 0, width, height, gl.RGBA, this.isFloat ? gl.FLOAT : gl.UNSIGNED_BYTE, pixels)
    return pixels
  }

  /** Gives its pictures and tables back. */
  dispose() {
    for (const picture of [this.result, ...Object.values(this.inputs)]) this.host.free(picture)
    for (const { texture } of Object.values(this.tables)) this.host.gl.deleteTexture(texture)
    this.host.looks.delete(this)
  }

  /** A seed below 0 is the photo's own. */
  #value(name, type, seed) {
    const value = this.values[name]
    return type === 'seed' && value[0] < 0 ? [seed] : type === 'bool' ? value[0] !== 0 : value
  }

  #numbers(sources, frame, seed) {
    const types = Object.fromEntries(this.description.parameters.map((one) => [one.name, one.type]))
    const numbers = []
    for (const entry of this.description.numbers) {
      const [word, ...of] = [entry].flat()
      const edges = ({ width, height }) => [0, 0, width, height]
      if (!Array.isArray(entry)) numbers.push(entry)
      else if (word === 'frame') numbers.push(single(frame))
      else if (word === 'bounds') numbers.push(edges(sources[of[0]])[of[1]])
      else if (word !== 'parameter') numbers.push(operations[word](...of.map((place) => numbers[place])))
      else {
        const value = this.#value(of[0], types[of[0]], seed)
        numbers.push(typeof value === 'boolean' ? value : single(value[of[1]]))
      }
    }
    return numbers
  }

  /** The picture of a pass: whole pixels of its rectangle, no larger than any source that it reads. */
  #target(pass, numbers, sources, channels) {
    const least = (side) => {
      const sides = pass.within.map((source) => sources[source][side])
      return sides.length ? Math.min(...sides) : Math.max(sources[0][side], 1 << 20)
    }
    const [left, top, right, bottom] = pass.rect.map((place, edge) => {
      const number = numbers[place] > 0 ? numbers[place] : 0
      return Math.floor(Math.min(number, least(edge % 2 ? 'height' : 'width')))
    })
    return this.host.take(left, top, Math.max(right - left, 0), Math.max(bottom - top, 0), channels)
  }

  // The filters. They give back the picture itself where they would not change it.

  blur(picture, sigma) {
    const steps = gaussianSteps(sigma)
    if (!steps || !picture.width || !picture.height) return picture
    const weights = Float32Array.from({ length: 17 }, (_, i) => steps.weights[i] ?? 0)
    const levels = [picture]
    for (let i = 0; i < steps.halvings; i++) {
      const of = levels[i]
      of.half ??= this.#filtered('halve', of, halved(of, 0), halved(of, 1))
      levels.push(of.half)
    }
    const small = levels[steps.halvings]
    let made = this.#filtered('weigh', small, small, small, { reach: steps.reach, weights })
    for (const level of levels.slice(0, -1).reverse()) {
      const wide = made
      made = this.#filtered('double', wide, level, level)
      this.host.free(wide)
    }
    return made
  }

  median(picture, amount) {
    const reach = Math.floor(Math.min(Math.max(amount, 0), 127) + 0.5)
    if (!reach || !picture.width || !picture.height) return picture
    return this.host.draw(this.filters.median, this.#like(picture, picture, picture), { reach }, { picture })
  }

  /** A filter along both axes: doubling goes down first, the others across. */
  #filtered(name, picture, columns, rows, values = {}) {
    const isDown = name === 'double'
    const [first, second] = isDown ? [[0, 1], [1, 0]] : [[1, 0], [0, 1]]
    const between = isDown ? this.#like(picture, picture, rows) : this.#like(picture, columns, picture)
    this.host.draw(this.filters[name], between, { ...values, axis: first }, { picture })
    const made = this.#like(picture, columns, rows)
    this.host.draw(this.filters[name], made, { ...values, axis: second }, { picture: between })
    this.host.free(between)
    return made
  }

  #like({ channels }, { x, width }, { y, height }) {
    return this.host.take(x, y, width, height, channels)
  }
}

/** The range of a halved picture along an axis: behind its ends it is of one color. */
function halved({ x, y, width, height }, axis) {
  const [start, count] = axis ? [y, height] : [x, width]
  const low = (start - 2) >> 1
  const length = ((start + count + 2) >> 1) + 1 - low
  return axis ? { y: low, height: length } : { x: low, width: length }
}
