/// The language of the words in dates, by its tag in BCP 47.
public enum DateLocale: String, CaseIterable, Sendable, Hashable {
  case ca, cs, da, de, en, es, et, fi, fr, ga, hr, hu, id, `is`, it, lt, lv, mt, nb, nl, pl, pt, ro, sk, sl, sv, tr, vi

  /// A list of words, in the order of the table.
  enum Words: Int {
    case months = 0
    case shortMonths = 12
    case weekdays = 24
    case shortWeekdays = 31
    case halves = 38
  }

  /// A word of a list.
  ///
  /// - Parameter index: from 0; weekdays begin with Sunday.
  func word(_ list: Words, _ index: Int) -> String { (Self.table[rawValue] ?? [])[list.rawValue + index] }

  /// The words of each language.
  private static let table: [String: [String]] = {
    let words = text.split { $0 == " " || $0 == "\n" }.map { String($0.map { $0 == "_" ? " " : $0 }) }
    return stride(from: 0, to: words.count, by: 41).reduce(into: [:]) { table, start in
      table[words[start]] = Array(words[start + 1..<start + 41])
    }
  }()

  /// CLDR 47: the tag, the months, the months abbreviated, the weekdays from Sunday, the weekdays abbreviated, the
  /// halves of the day; all as they stand within a date ("format" in CLDR). An underscore is a blank.
  private static let text = """
    ca de_gener de_febrer de_març d’abril de_maig de_juny de_juliol d’agost de_setembre d’octubre de_novembre
    de_desembre
    de_gen. de_febr. de_març d’abr. de_maig de_juny de_jul. d’ag. de_set. d’oct. de_nov. de_des.
    diumenge dilluns dimarts dimecres dijous divendres dissabte dg. dl. dt. dc. dj. dv. ds. a.\u{202F}m. p.\u{202F}m.
    cs ledna února března dubna května června července srpna září října listopadu prosince
    led úno bře dub kvě čvn čvc srp zář říj lis pro
    neděle pondělí úterý středa čtvrtek pátek sobota ne po út st čt pá so dop. odp.
    da januar februar marts april maj juni juli august september oktober november december
    jan. feb. mar. apr. maj jun. jul. aug. sep. okt. nov. dec.
    søndag mandag tirsdag onsdag torsdag fredag lørdag søn. man. tirs. ons. tors. fre. lør. AM PM
    de Januar Februar März April Mai Juni Juli August September Oktober November Dezember
    Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.
    Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag So. Mo. Di. Mi. Do. Fr. Sa. AM PM
    en January February March April May June July August September October November December
    Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec
    Sunday Monday Tuesday Wednesday Thursday Friday Saturday Sun Mon Tue Wed Thu Fri Sat AM PM
    es enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    ene feb mar abr may jun jul ago sept oct nov dic
    domingo lunes martes miércoles jueves viernes sábado dom lun mar mié jue vie sáb a.\u{202F}m. p.\u{202F}m.
    et jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember
    jaan veebr märts apr mai juuni juuli aug sept okt nov dets
    pühapäev esmaspäev teisipäev kolmapäev neljapäev reede laupäev P E T K N R L AM PM
    fi tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta
    marraskuuta joulukuuta
    tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu
    sunnuntai maanantaina tiistaina keskiviikkona torstaina perjantaina lauantaina su ma ti ke to pe la ap. ip.
    fr janvier février mars avril mai juin juillet août septembre octobre novembre décembre
    janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.
    dimanche lundi mardi mercredi jeudi vendredi samedi dim. lun. mar. mer. jeu. ven. sam. AM PM
    ga Eanáir Feabhra Márta Aibreán Bealtaine Meitheamh Iúil Lúnasa Meán_Fómhair Deireadh_Fómhair Samhain Nollaig
    Ean Feabh Márta Aib Beal Meith Iúil Lún MFómh DFómh Samh Noll
    Dé_Domhnaigh Dé_Luain Dé_Máirt Dé_Céadaoin Déardaoin Dé_hAoine Dé_Sathairn Domh Luan Máirt Céad Déar Aoine Sath
    r.n. i.n.
    hr siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca
    sij velj ožu tra svi lip srp kol ruj lis stu pro
    nedjelja ponedjeljak utorak srijeda četvrtak petak subota ned pon uto sri čet pet sub AM PM
    hu január február március április május június július augusztus szeptember október november december
    jan. febr. márc. ápr. máj. jún. júl. aug. szept. okt. nov. dec.
    vasárnap hétfő kedd szerda csütörtök péntek szombat V H K Sze Cs P Szo de. du.
    id Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember
    Jan Feb Mar Apr Mei Jun Jul Agu Sep Okt Nov Des
    Minggu Senin Selasa Rabu Kamis Jumat Sabtu Min Sen Sel Rab Kam Jum Sab AM PM
    is janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember
    jan. feb. mar. apr. maí jún. júl. ágú. sep. okt. nóv. des.
    sunnudagur mánudagur þriðjudagur miðvikudagur fimmtudagur föstudagur laugardagur sun. mán. þri. mið. fim. fös.
    lau. f.h. e.h.
    it gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
    gen feb mar apr mag giu lug ago set ott nov dic
    domenica lunedì martedì mercoledì giovedì venerdì sabato dom lun mar mer gio ven sab AM PM
    lt sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio
    saus. vas. kov. bal. geg. birž. liep. rugp. rugs. spal. lapkr. gruod.
    sekmadienis pirmadienis antradienis trečiadienis ketvirtadienis penktadienis šeštadienis sk pr an tr kt pn št
    priešpiet popiet
    lv janvāris februāris marts aprīlis maijs jūnijs jūlijs augusts septembris oktobris novembris decembris
    janv. febr. marts apr. maijs jūn. jūl. aug. sept. okt. nov. dec.
    svētdiena pirmdiena otrdiena trešdiena ceturtdiena piektdiena sestdiena svētd. pirmd. otrd. trešd. ceturtd.
    piektd. sestd. priekšp. pēcp.
    mt Jannar Frar Marzu April Mejju Ġunju Lulju Awwissu Settembru Ottubru Novembru Diċembru
    Jan Fra Mar Apr Mej Ġun Lul Aww Set Ott Nov Diċ
    Il-Ħadd It-Tnejn It-Tlieta L-Erbgħa Il-Ħamis Il-Ġimgħa Is-Sibt Ħad Tne Tli Erb Ħam Ġim Sib AM PM
    nb januar februar mars april mai juni juli august september oktober november desember
    jan. feb. mars apr. mai juni juli aug. sep. okt. nov. des.
    søndag mandag tirsdag onsdag torsdag fredag lørdag søn. man. tir. ons. tor. fre. lør. a.m. p.m.
    nl januari februari maart april mei juni juli augustus september oktober november december
    jan feb mrt apr mei jun jul aug sep okt nov dec
    zondag maandag dinsdag woensdag donderdag vrijdag zaterdag zo ma di wo do vr za a.m. p.m.
    pl stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
    sty lut mar kwi maj cze lip sie wrz paź lis gru
    niedziela poniedziałek wtorek środa czwartek piątek sobota niedz. pon. wt. śr. czw. pt. sob. AM PM
    pt janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
    jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.
    domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado dom. seg. ter. qua. qui. sex. sáb.
    AM PM
    ro ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
    ian. feb. mar. apr. mai iun. iul. aug. sept. oct. nov. dec.
    duminică luni marți miercuri joi vineri sâmbătă dum. lun. mar. mie. joi vin. sâm. a.m. p.m.
    sk januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra
    jan feb mar apr máj jún júl aug sep okt nov dec
    nedeľa pondelok utorok streda štvrtok piatok sobota ne po ut st št pi so AM PM
    sl januar februar marec april maj junij julij avgust september oktober november december
    jan. feb. mar. apr. maj jun. jul. avg. sep. okt. nov. dec.
    nedelja ponedeljek torek sreda četrtek petek sobota ned. pon. tor. sre. čet. pet. sob. dop. pop.
    sv januari februari mars april maj juni juli augusti september oktober november december
    jan. feb. mars apr. maj juni juli aug. sep. okt. nov. dec.
    söndag måndag tisdag onsdag torsdag fredag lördag sön mån tis ons tors fre lör fm em
    tr Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık
    Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara
    Pazar Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi Paz Pzt Sal Çar Per Cum Cmt ÖÖ ÖS
    vi tháng_1 tháng_2 tháng_3 tháng_4 tháng_5 tháng_6 tháng_7 tháng_8 tháng_9 tháng_10 tháng_11 tháng_12
    thg_1 thg_2 thg_3 thg_4 thg_5 thg_6 thg_7 thg_8 thg_9 thg_10 thg_11 thg_12
    Chủ_Nhật Thứ_Hai Thứ_Ba Thứ_Tư Thứ_Năm Thứ_Sáu Thứ_Bảy CN Th_2 Th_3 Th_4 Th_5 Th_6 Th_7 SA CH
    """
}
