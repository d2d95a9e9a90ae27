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
const encoded = (x) => (x > 0 ? (x <= 0.0031308 ? x * 12.92 : 1.055 * x ** (1 / 2.4) - 0.055) : 0)

/** What the numbers of a description are computed by: each rounds to single precision, as a render does. */
const operations = {
  add: (a, b) => single(a + b), subtract: (a, b) => single(a - b), multiply: (a, b) => single(a * b),
  divide: (a, b) => single(a / b), multiplyAdd: (a, b, c) => single(a * b + c), negate: (a) => -a,
  minimum: (a, b) => (a < b ? a : b), maximum: (a, b) => (a > b ? a : b), absolute: Math.abs, floor: Math.floor,
  squareRoot: (a) => single(Math.sqrt(a)), exp2: (a) => single(2 ** a) || 0,
  log2: (a) => single(Math.log2(a > tiny ? Math.min(a, 2 ** 128) : tiny)),
  power: (a, b) => (a >= tiny ? single(Math.min(a, 2 ** 128) ** b) || 0 : 0),
  sine: (a) => single(Math.sin(angle(a))), cosine: (a) => single(Math.cos(angle(a))),
  arcTangent: (a) => single(Math.atan(a)) || 0,
  srgbCode: (a) => single(Math.floor(Math.min(encoded(a), 1) * 255 + 0.5) / 255),
  less: (a, b) => a < b, lessOrEqual: (a, b) => a <= b, equal: (a, b) => a === b,
  and: (a, b) => a && b, or: (a, b) => a || b, not: (a) => !a, select: (a, b, c) => (a ? b : c),
}

/** How often a blur halves, and how it weighs a pixel and its neighbors then; null for a blur that does nothing. */
function gaussianSteps(sigma) {
  if (!(sigma >= 0.2)) return null
  sigma = Math.min(sigma, 65536)
  let [halvings, scale] = [0, 1]
  for (; sigma / scale >= 4; scale *= 2) halvings++
  const rest = (sigma * sigma - (2 * (scale * scale - 1)) / 3) / (scale * scale)
  const reach = Math.min(Math.ceil(4 * Math.sqrt(rest)), 16)
  const falloff = Math.LOG2E / (2 * rest)
  let sum = 1
  for (let x = 1; x <= reach; x++) sum += 2 * 2 ** (-falloff * x * x)
  return { halvings, reach, falloff, norm: 1 / sum }
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
    const options = { premultipliedAlpha: false, antialias: false, depth: false, preserveDrawingBuffer: true }
    const gl = this.gl = this.canvas.getContext('webgl2', options)
    if (!gl) throw new Error('This browser has no WebGL2.')
    /** 'float', or 'half' where passes store half precision, which costs a code or two of 8 bits. */
    this.precision = gl.getExtension('EXT_color_buffer_float') ? 'float' : 'half'
    if (this.precision === 'half' && !gl.getExtension('EXT_color_buffer_half_float')) {
      throw new Error('WebGL2 draws into no textures of floats here.')
    }
    Object.assign(this, { isLost: false, pool: new Map(), programs: new Map(), source: null })
    this.framebuffers = [gl.createFramebuffer(), gl.createFramebuffer()]
    gl.disable(gl.DITHER)
    gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE)
    for (const look of this.looks) look.start()
    if (this.image) this.photo(...this.image)
  }

  /**
   * Takes the photo that looks are rendered of, until the next one.
   * @param {TexImageSource|{width: number, height: number, data: Uint8Array|Uint8ClampedArray|Float32Array}} image
   *   What a texture can be made of, or red, green, blue and straight alpha from the top left: bytes, or floats from 0
   *   to 1. Decode files with `createImageBitmap(blob, {premultiplyAlpha: 'none', colorSpaceConversion: 'none'})`.
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
      const scaled = this.take(0, 0, ...next, 'bytes')
      this.#copy(this.source, scaled.texture, [0, 0, ...next])
      this.free(this.source)
      this.source = scaled
    }
  }

  /** Compiles a description; throws for another format, and for shaders that the browser does not take. */
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
    const { gl } = this
    const text = lines.join('\n')
    if (this.programs.has(text)) return this.programs.get(text)
    const corner = 'vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1)'
    const program = gl.createProgram()
    const check = (isWell, log) => { if (!isWell && !gl.isContextLost()) throw new Error(`${lines[1]}: ${log}`) }
    for (const [type, source] of [
      [gl.VERTEX_SHADER, `#version 300 es\nvoid main() { gl_Position = ${corner}; }`], [gl.FRAGMENT_SHADER, text],
    ]) {
      const shader = gl.createShader(type)
      gl.shaderSource(shader, source)
      gl.compileShader(shader)
      check(gl.getShaderParameter(shader, gl.COMPILE_STATUS), gl.getShaderInfoLog(shader))
      gl.attachShader(program, shader)
    }
    gl.linkProgram(program)
    check(gl.getProgramParameter(program, gl.LINK_STATUS), gl.getProgramInfoLog(program))
    const uniforms = Array.from({ length: gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) ?? 0 }, (_, index) => {
      const { name, type } = gl.getActiveUniform(program, index)
      return { name: name.replace('[0]', ''), type, location: gl.getUniformLocation(program, name) }
    })
    this.programs.set(text, { program, uniforms })
    return { program, uniforms }
  }

  /** A picture of a rectangle of the photo: 1 to 4 channels of floats, or 'bytes'. */
  take(x, y, width, height, channels) {
    const { gl } = this
    const most = gl.getParameter(gl.MAX_TEXTURE_SIZE)
    if (Math.max(width, height) > most) {
      throw new RangeError(`A picture of ${width} x ${height} is larger than ${most} pixels; take a smaller photo.`)
    }
    const key = `${width} ${height} ${channels}`
    let texture = this.pool.get(key)?.pop()
    if (!texture) {
      const bits = this.precision === 'float' ? '32F' : '16F'
      const format = channels === 'bytes' ? gl.RGBA8 : gl[['R', 'RG', 'RGBA', 'RGBA'][channels - 1] + bits]
      texture = this.texture(gl.TEXTURE_2D)
      gl.texStorage2D(gl.TEXTURE_2D, 1, format, Math.max(width, 1), Math.max(height, 1))
    }
    return { texture, key, x, y, width, height, channels }
  }

  /** Lets another picture of the same size have the texture. */
  free(picture) {
    if (!picture) return
    this.free(picture.half)
    this.pool.set(picture.key, [...(this.pool.get(picture.key) ?? []), picture.texture])
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
    const to = [gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RGBA, isFloat ? gl.FLOAT : gl.UNSIGNED_BYTE]
    const data = ArrayBuffer.isView(image.data) ? image.data : null
    gl.bindTexture(gl.TEXTURE_2D, picture.texture)
    gl.texSubImage2D(...to, !data ? image : isFloat ? data : new Uint8Array(data.buffer, data.byteOffset, data.length))
    return picture
  }

  /** Draws a picture by a program, whose uniforms and pictures have names. */
  draw({ program, uniforms }, target, values, pictures) {
    const { gl } = this
    this.#attach(gl.FRAMEBUFFER, 0, target.texture)
    gl.viewport(0, 0, target.width, target.height)
    if (!(target.width * target.height)) gl.clear(gl.COLOR_BUFFER_BIT)
    gl.useProgram(program)
    let unit = 0
    for (const { name, type, location } of uniforms) {
      const value = values[name]
      const of = name === 'origin' ? target : pictures[name.replace(/_origin$/, '')]
      if (type === gl.SAMPLER_2D || type === gl.SAMPLER_3D) {
        gl.activeTexture(gl.TEXTURE0 + unit)
        gl.bindTexture(type === gl.SAMPLER_2D ? gl.TEXTURE_2D : gl.TEXTURE_3D, of.texture)
        gl.uniform1i(location, unit++)
      } else if (type === gl.INT_VEC2) gl.uniform2i(location, ...(value ?? [of.x, of.y]))
      else if (type === gl.INT || type === gl.BOOL) gl.uniform1i(location, value[0] ?? value)
      else if (type === gl.UNSIGNED_INT) gl.uniform1ui(location, value)
      else if (type === gl.FLOAT) gl.uniform1fv(location, value.length ? value : [value])
      else gl[`uniform${value.length}fv`](location, value)
    }
    gl.drawArrays(gl.TRIANGLES, 0, 3)
    return target
  }

  #attach(target, number, texture) {
    const { gl } = this
    gl.bindFramebuffer(target, this.framebuffers[number])
    gl.framebufferTexture2D(target, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
  }

  /** Copies a picture into a texture, or into the canvas. */
  #copy({ texture, width, height }, into, to) {
    const { gl } = this
    this.#attach(gl.READ_FRAMEBUFFER, 0, texture)
    if (into) this.#attach(gl.DRAW_FRAMEBUFFER, 1, into)
    else gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null)
    gl.blitFramebuffer(0, 0, width, height, ...to, gl.COLOR_BUFFER_BIT, into ? gl.LINEAR : gl.NEAREST)
  }

  show(picture) {
    for (const side of ['width', 'height']) if (this.canvas[side] !== picture[side]) this.canvas[side] = picture[side]
    // The first row of a canvas is its last in WebGL.
    this.#copy(picture, null, [0, picture.height, picture.width, 0])
  }

  pixels({ texture, width, height }, isFloat) {
    const { gl } = this
    this.#attach(gl.FRAMEBUFFER, 0, texture)
    const pixels = new (isFloat ? Float32Array : Uint8Array)(width * height * 4)
    gl.readPixels(0, 0, width, height, gl.RGBA, isFloat ? gl.FLOAT : gl.UNSIGNED_BYTE, pixels)
    return pixels
  }
}

/** A look with values for its parameters; `Tintype.load` makes it. */
export class Look {
  constructor(host, description) {
    const { format, language } = description
    if (format !== 'tintype-passes 2') throw new Error(`No 'tintype-passes 2': ${format}`)
    if (language !== 'glsl') throw new Error(`Passes in GLSL run in WebGL2, and these are in ${language}.`)
    Object.assign(this, { host, description, images: new Map() })
    /** The value of each open parameter, one number a lane, by name. */
    this.values = Object.fromEntries(description.parameters.map((one) => [one.name, one.default]))
    this.start()
  }

  start() {
    const { host, host: { gl }, description: { filters, passes, textures } } = this
    Object.assign(this, { result: null, inputs: {}, filters: {}, tables: {} })
    for (const [name, { shader }] of Object.entries(filters)) this.filters[name] = host.program(shader)
    this.programs = passes.map((pass) => pass.shader && host.program(pass.shader))
    for (const { name, size, channels, data } of textures) {
      const numbers = new Float32Array(Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)).buffer)
      const [target, format] = [gl[`TEXTURE_${size.length}D`], channels === 3 ? 'RGB' : 'RGBA']
      this.tables[name] = { texture: host.texture(target) }
      gl[`texImage${size.length}D`](target, 0, gl[format + '32F'], ...size, 0, gl[format], gl.FLOAT, numbers)
    }
    for (const [name, image] of this.images) this.picture(name, image)
  }

  /**
   * Sets parameters.
   * @param {Object<string, number|boolean|number[]>} values By name: a number, truth, or one number a lane, in the
   *   numbers of `default` and `range` of the description.
   * @throws {RangeError} for an unknown name, and for a wrong number of lanes.
   */
  set(values) {
    for (const [name, value] of Object.entries(values)) {
      const lanes = [value].flat().map(Number)
      const count = this.values[name]?.length
      if (!count) throw new RangeError(`'${this.description.name}' has no open parameter '${name}'.`)
      if (lanes.length !== count || lanes.some(Number.isNaN)) throw new RangeError(`'${name}' takes ${count} numbers.`)
      this.values[name] = lanes
    }
    return this
  }

  /** Gives a picture besides the photo, by its name among `description.inputs`; as for `Tintype.photo`. */
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
   */
  render({ frame = 0, seed = 0, float = false } = {}) {
    const { host, description: { passes, inputs, parameters } } = this
    if (host.isLost) return null
    if (!host.source) throw new Error('There is no photo yet.')
    const missing = inputs.find((one) => !this.inputs[one.uniform])
    if (missing) throw new Error(`'${this.description.name}' needs the picture '${missing.name}'.`)
    const sources = [host.source, ...inputs.map((one) => this.inputs[one.uniform])]
    // A seed below 0 is the photo's own.
    const value = (name, type) => (type === 'seed' && this.values[name][0] < 0 ? [seed] : this.values[name])
    const values = Object.fromEntries(parameters.map(({ name, type }) => [
      name, value(name, type).map(type === 'bool' ? Boolean : single),
    ]))
    const numbers = this.#numbers(sources, values, frame)
    const uniforms = { frame, photoSeed: seed }
    for (const { name, uniform } of parameters) uniforms[uniform] = values[name]
    const pictures = { ...this.tables, ...this.inputs, source: host.source }
    const reads = passes.map((pass) => (pass.of ? [pass.of] : pass.reads.map((read) => read.name)))
    host.free(this.result)
    passes.forEach((pass, index) => {
      for (const { uniform, lanes } of pass.settings ?? []) uniforms[uniform] = lanes.map((place) => numbers[place])
      const channels = index === passes.length - 1 && !float ? 'bytes' : pass.channels
      const made = pass.filter
        ? this[pass.filter](pictures[pass.of], numbers[pass.amount])
        : host.draw(this.programs[index], this.#target(pass, numbers, sources, channels), uniforms, pictures)
      made.uses = (made.uses ?? 0) + reads.filter((names) => names.includes(pass.name)).length
      pictures[pass.name] = made
      for (const name of reads[index]) if (pictures[name].uses && !--pictures[name].uses) host.free(pictures[name])
    })
    Object.assign(this, { result: pictures.result, isFloat: float })
    if (!float) host.show(this.result)
    const { x, y, width, height } = this.result
    return { x, y, width, height }
  }

  /** The last result from the top left: red, green, blue, straight alpha; floats if `render` was asked for them. */
  pixels() { return this.host.pixels(this.result, this.isFloat) }

  /** Gives its pictures and tables back. */
  dispose() {
    for (const picture of [this.result, ...Object.values(this.inputs)]) this.host.free(picture)
    for (const { texture } of Object.values(this.tables)) this.host.gl.deleteTexture(texture)
    this.host.looks.delete(this)
  }

  #numbers(sources, values, frame) {
    const numbers = []
    for (const entry of this.description.numbers) {
      const [word, first, second] = [entry].flat()
      if (!Array.isArray(entry)) numbers.push(entry)
      else if (word === 'frame') numbers.push(single(frame))
      else if (word === 'bounds') numbers.push([0, 0, sources[first].width, sources[first].height][second])
      else if (word === 'parameter') numbers.push(values[first][second])
      else numbers.push(operations[word](...entry.slice(1).map((place) => numbers[place])))
    }
    return numbers
  }

  /** The picture of a pass: whole pixels of its rectangle, no larger than any source that it reads. */
  #target(pass, numbers, sources, channels) {
    const [left, top, right, bottom] = pass.rect.map((place, edge) => {
      const side = edge % 2 ? 'height' : 'width'
      const sides = pass.within.map((source) => sources[source][side])
      const limit = sides.length ? Math.min(...sides) : Math.max(sources[0][side], 1 << 20)
      return Math.floor(Math.min(numbers[place] > 0 ? numbers[place] : 0, limit))
    })
    return this.host.take(left, top, Math.max(right - left, 0), Math.max(bottom - top, 0), channels)
  }

  // The filters. They give back the picture itself where they would not change it.

  blur(picture, sigma) {
    const steps = gaussianSteps(sigma)
    if (!steps || !picture.width || !picture.height) return picture
    const levels = [picture]
    for (let level = 0; level < steps.halvings; level++) {
      const of = levels[level]
      of.half ??= this.#filtered('halve', of, halved(of.x, of.width), halved(of.y, of.height))
      levels.push(of.half)
    }
    const small = levels.pop()
    let made = this.#filtered('weigh', small, across(small), down(small), steps)
    for (const level of levels.reverse()) {
      const wide = made
      made = this.#filtered('double', wide, across(level), down(level))
      this.host.free(wide)
    }
    return made
  }

  median(picture, amount) {
    const reach = Math.floor(Math.min(Math.max(amount, 0), 127) + 0.5)
    if (!reach || !picture.width || !picture.height) return picture
    return this.#run('median', picture, across(picture), down(picture), { reach })
  }

  /** A filter along both axes: doubling goes down first, the others across. */
  #filtered(name, picture, columns, rows, values = {}) {
    const isDown = name === 'double'
    const axes = isDown ? [[0, 1], [1, 0]] : [[1, 0], [0, 1]]
    const between = this.#run(
      name, picture, isDown ? across(picture) : columns, isDown ? rows : down(picture), { ...values, axis: axes[0] })
    const made = this.#run(name, between, columns, rows, { ...values, axis: axes[1] })
    this.host.free(between)
    return made
  }

  #run(name, picture, [x, width], [y, height], values) {
    const target = this.host.take(x, y, width, height, picture.channels)
    return this.host.draw(this.filters[name], target, values, { picture })
  }
}

const across = ({ x, width }) => [x, width]
const down = ({ y, height }) => [y, height]

/** The range of a halved picture along an axis: behind its ends it is of one color. */
const halved = (start, count) => [(start - 2) >> 1, ((start + count + 2) >> 1) + 1 - ((start - 2) >> 1)]
